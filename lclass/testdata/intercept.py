"""Writes intercept-python.json: fits without an intercept and with an offset, by
statsmodels and scikit-learn, and Firth's by the root of his score.

    python3 intercept.py > intercept-python.json

Coefficients are in the order of the features, one class after another, the intercept
last if there is one. L = mean loss + λ/2 ‖W‖² is what scikit-learn minimises with
C = 1/(nλ).
"""

import json
import warnings

import numpy as np
import scipy
import sklearn
import statsmodels
import statsmodels.api as sm
from scipy.special import expit
from sklearn.datasets import load_iris
from sklearn.linear_model import ElasticNet, LogisticRegression, Ridge, RidgeClassifier
from sklearn.svm import LinearSVC

warnings.simplefilter("ignore")
cases = []


def add(name, learner, x, y, **more):
    cases.append({"name": name, "learner": learner, "x": x.tolist(), "y": y.tolist()}
                 | {k: v.tolist() if isinstance(v, (np.ndarray, np.generic)) else v for k, v in more.items() if v is not None})


rng = np.random.default_rng(5)
iris = load_iris()
pair = iris.target > 0
x, y = iris.data[pair], (iris.target[pair] == 2).astype(float)
n = len(y)
wave = np.cos(np.arange(n))

# Classes. GLM has the offset, and the null model of R.
for intercept in (False, True):
    for offset in (None, wave):
        if intercept and offset is None:
            continue
        phi = np.column_stack([x, np.ones(n)]) if intercept else x
        for cov, robust in (("nonrobust", None), ("HC0", "HC0")):
            m = sm.GLM(y, phi, sm.families.Binomial(), offset=offset)
            m = m.fit(tol=1e-15, maxiter=200, tol_criterion="params", cov_type=cov)
            null = m.null_deviance if intercept else None
            add(f"GLM, intercept {intercept}, offset {offset is not None}, {cov}", "logistic", x, y,
                nointercept=not intercept, offset=offset, covariance=robust,
                coef=m.params, se=m.bse, stat=m.tvalues, p=m.pvalues, deviance=m.deviance,
                loglik=m.llf, aic=m.aic, residual=m.df_resid, nulldeviance=null)

m = sm.Logit(y, x).fit(disp=0, method="newton", tol=1e-15, maxiter=200)
add("Logit", "logistic", x, y, nointercept=True, coef=m.params, se=m.bse, p=m.pvalues,
    loglik=m.llf, aic=m.aic, bic=m.bic)

three = rng.normal(size=(150, 4))
of = np.arange(150) % 3
three[np.arange(150), of] += 1
m = sm.MNLogit(of, three).fit(disp=0, method="newton", tol=1e-15, maxiter=200)
add("MNLogit", "softmax", three, of.astype(float), nointercept=True, coef=np.asarray(m.params).T.ravel(),
    se=np.asarray(m.bse).T.ravel(), p=np.asarray(m.pvalues).T.ravel(), loglik=m.llf, aic=m.aic, bic=m.bic)

# Numbers: R² without a constant is the uncentred one.
numbers = 2 * three[:, 0] - three[:, 1] + 3 + rng.normal(size=150)
precision = 1 + np.arange(150) % 4
for cov, robust in (("nonrobust", None), ("HC0", "HC0"), ("HC1", "HC1")):
    for weight in (None, precision.astype(float)):
        m = sm.WLS(numbers, three, 1 if weight is None else weight).fit(cov_type=cov, use_t=True)
        add(f"WLS, weights {weight is not None}, {cov}", "linear", three, numbers, nointercept=True,
            weight=weight, covariance=robust, coef=m.params, se=m.bse, stat=m.tvalues, p=m.pvalues,
            r2=m.rsquared, adjusted=m.rsquared_adj, sigma=np.sqrt(m.scale), loglik=m.llf,
            residual=m.df_resid, deviance=m.ssr, nulldeviance=m.uncentered_tss,
            f=np.array([m.fvalue, m.df_model, m.df_resid, m.f_pvalue], float))

# Penalties.
lam = 0.05
weight = 1 + np.arange(n) % 3.0
for s in (None, weight):
    c = 1 / (lam * (n if s is None else s.sum()))
    m = LogisticRegression(C=c, fit_intercept=False, solver="newton-cholesky", tol=1e-14, max_iter=1000)
    add(f"LogisticRegression, weights {s is not None}", "logistic", x, y, nointercept=True, weight=s,
        lam=lam, coef=m.fit(x, y, s).coef_.ravel())
    add(f"LinearSVC, squared hinge, weights {s is not None}", "squared hinge", x, y, nointercept=True, weight=s,
        lam=lam, coef=LinearSVC(C=c, fit_intercept=False, dual=False, tol=1e-14, max_iter=10**6).fit(x, y, s).coef_.ravel())
    add(f"LinearSVC, hinge, weights {s is not None}", "hinge", x, y, nointercept=True, weight=s,
        lam=lam, coef=LinearSVC(C=c, fit_intercept=False, loss="hinge", tol=1e-12, max_iter=10**7, random_state=0).fit(x, y, s).coef_.ravel())
    add(f"RidgeClassifier, weights {s is not None}", "regression classifier", x, y, nointercept=True, weight=s,
        lam=lam, coef=RidgeClassifier(alpha=1 / c, fit_intercept=False, solver="cholesky").fit(x, y, s).coef_.ravel())
c = 1 / (lam * 150)
m = LogisticRegression(C=c, fit_intercept=False, solver="newton-cg", tol=1e-14, max_iter=10000)
add("LogisticRegression of three classes", "softmax", three, of.astype(float), nointercept=True, lam=lam,
    coef=m.fit(three, of).coef_.ravel())
m = LinearSVC(C=c, fit_intercept=False, multi_class="crammer_singer", tol=1e-12, max_iter=10**7, random_state=0)
add("LinearSVC, Crammer-Singer", "Crammer-Singer", three, of.astype(float), nointercept=True, lam=lam,
    coef=m.fit(three, of).coef_.ravel())
m = Ridge(alpha=lam * 150, fit_intercept=False, solver="cholesky").fit(three, numbers)
add("Ridge", "linear", three, numbers, nointercept=True, lam=lam, coef=m.coef_)
m = ElasticNet(alpha=0.1, l1_ratio=0.5, fit_intercept=False, tol=1e-15, max_iter=10**6).fit(three, numbers)
add("ElasticNet", "linear", three, numbers, nointercept=True, lam=0.1, ratio=0.5, coef=m.coef_)


def firth(phi, t, offset):
    """The root of Firth's modified score, and standard errors."""
    def score(b):
        p = expit(phi @ b + offset)
        half = phi * np.sqrt(p * (1 - p))[:, None]
        h = (half @ np.linalg.inv(half.T @ half) * half).sum(axis=1)
        return phi.T @ (t - p + h * (0.5 - p))

    b = np.zeros(phi.shape[1])
    for _ in range(500):  # by the information, which is never too far off
        p = expit(phi @ b + offset)
        step = np.linalg.solve((phi * (p * (1 - p))[:, None]).T @ phi, score(b))
        b += step / max(1, np.abs(step).max())
    assert np.abs(score(b)).max() < 1e-10
    p = expit(phi @ b + offset)
    return b, np.sqrt(np.diag(np.linalg.inv((phi * (p * (1 - p))[:, None]).T @ phi)))


# Few flowers, which a hyperplane separates.
few = np.concatenate([np.arange(0, 50, 5), np.arange(50, 100, 5)])
for intercept in (False, True):
    for offset in (np.zeros(len(few)), wave[few]):
        phi = x[few][:, :3]
        b, se = firth(np.column_stack([phi, np.ones(len(few))]) if intercept else phi, y[few], offset)
        add(f"Firth, intercept {intercept}, offset {bool(offset.any())}", "Firth", phi, y[few],
            nointercept=not intercept, offset=offset if offset.any() else None, coef=b, se=se)

head = {m.__name__: m.__version__ for m in (np, scipy, sklearn, statsmodels)}
print(json.dumps(head)[:-1] + ', "cases": [\n' + ",\n".join(json.dumps(c) for c in cases) + "\n]}")
