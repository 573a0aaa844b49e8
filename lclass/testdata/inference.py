"""Writes inference-python.json: statsmodels' standard errors, and, for data on
which double precision loses digits, those of mpmath with 60.

    python3 inference.py > inference-python.json

Reads the housing data from inference-r.json. Coefficients are in the order of
the features, the intercept last, one class after another.
"""

import json

import mpmath
import numpy as np
import scipy
import sklearn
import statsmodels
import statsmodels.api as sm
from scipy.optimize import brentq
from scipy.stats import chi2
from sklearn.datasets import load_breast_cancer

cases = []


def softmax_newton(x, t, s, fixed=None):
    """Coefficients (K−1)×p against class 0 and l, one of them fixed if asked."""
    k, p = t.max() + 1, x.shape[1]
    beta, free = np.zeros((k - 1) * p), np.ones((k - 1) * p, bool)
    if fixed is not None:
        beta[fixed[0]], free[fixed[0]] = fixed[1], False
    hot = np.eye(k)[t][:, 1:]
    for _ in range(60):
        z = np.column_stack([np.zeros(len(x)), x @ beta.reshape(k - 1, p).T])
        z -= z.max(axis=1, keepdims=True)
        y = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
        g = (((y[:, 1:] - hot) * s[:, None]).T @ x).ravel()
        h = np.block([[(x * (s * y[:, a + 1] * ((a == b) - y[:, b + 1]))[:, None]).T @ x for b in range(k - 1)] for a in range(k - 1)])
        beta[free] -= np.linalg.solve(h[np.ix_(free, free)], g[free])
    logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return beta, (s * logp[np.arange(len(t)), t]).sum()


def profile_ends(x, t, s, beta, se, most, level=0.95):
    ends = []
    for j in range(len(beta)):
        rise = lambda c: 2 * (most - softmax_newton(x, t, s, (j, c))[1]) - chi2.ppf(level, 1)
        ends.append([brentq(rise, beta[j] + sign * 0.5 * se[j], beta[j] + sign * 4 * se[j], xtol=1e-13, rtol=1e-13) for sign in (-1, 1)])
    return ends


def against_null(m, t):
    """The likelihood-ratio test with l of W = 0 from the shares of the classes."""
    share = np.bincount(t) / len(t)
    chi = 2 * (m.llf - len(t) * (share * np.log(share)).sum())
    return [chi, m.df_model, float(mpmath.gammainc(m.df_model / 2, mpmath.mpf(chi) / 2, regularized=True))]


# Housing of MASS, a row for each tenant.
housing = [c for c in json.load(open("inference-r.json")) if c["name"] == "housing multinom"][0]
x, t, s = np.array(housing["x"]), np.array(housing["class"]), np.array(housing["weight"]).astype(int)
phi = np.column_stack([x, np.ones(len(x))])
m = sm.MNLogit(np.repeat(t, s), np.repeat(phi, s, axis=0)).fit(method="newton", tol=1e-15, maxiter=100, disp=0)
beta, most = softmax_newton(phi, t, s.astype(float))
se = m.bse.T.ravel()
cases.append({
    "name": "housing", "coef": list(m.params.T.ravel()), "se": list(se), "stat": list(m.tvalues.T.ravel()), "p": list(m.pvalues.T.ravel()),
    "covariance": m.cov_params().tolist(), "interval": m.conf_int().reshape(-1, 2).tolist(),
    "n": m.nobs, "residual": m.df_resid, "loglik": m.llf, "null": m.llnull, "aic": m.aic, "bic": m.bic, "mcfadden": m.prsquared,
    "deviance": -2 * m.llf, "null_deviance": -2 * m.llnull, "test": against_null(m, np.repeat(t, s)),
    "profile": profile_ends(phi, t, s.astype(float), beta, se, most),
})

# Five features of the breast cancer data that do not part the classes.
cancer = load_breast_cancer()
columns = ["mean texture", "mean smoothness", "mean symmetry", "texture error", "smoothness error"]
x = cancer.data[:, [list(cancer.feature_names).index(c) for c in columns]]
m = sm.Logit(cancer.target, np.column_stack([x, np.ones(len(x))])).fit(method="newton", tol=1e-15, maxiter=100, disp=0)
cases.append({
    "name": "breast cancer", "x": x.tolist(), "class": cancer.target.tolist(), "features": columns,
    "coef": list(m.params), "se": list(m.bse), "stat": list(m.tvalues), "p": list(m.pvalues),
    "covariance": m.cov_params().tolist(), "interval": m.conf_int().tolist(),
    "n": m.nobs, "residual": m.df_resid, "loglik": m.llf, "null": m.llnull, "aic": m.aic, "bic": m.bic, "mcfadden": m.prsquared,
    "deviance": -2 * m.llf, "null_deviance": -2 * m.llnull, "test": against_null(m, cancer.target),
})

# 60 digits, on the very numbers that double precision holds.
mpmath.mp.dps = 60


def design(x):
    return mpmath.matrix([[mpmath.mpf(v) for v in row] + [mpmath.mpf(1)] for row in x.tolist()])


def ends(v):
    return [float(e) for e in v]


def exact_softmax(name, x, t, k):
    phi, n, p = design(x), len(t), x.shape[1] + 1
    beta = mpmath.zeros((k - 1) * p, 1)
    for _ in range(200):
        g, h, l = mpmath.zeros((k - 1) * p, 1), mpmath.zeros((k - 1) * p), mpmath.mpf(0)
        for i in range(n):
            row = [phi[i, j] for j in range(p)]
            e = [mpmath.exp(mpmath.fdot(row, [beta[a * p + j] for j in range(p)])) for a in range(k - 1)]
            y = [v / (1 + sum(e)) for v in e]
            l += mpmath.log(y[t[i] - 1] if t[i] > 0 else 1 - sum(y))
            for a in range(k - 1):
                for j in range(p):
                    g[a * p + j] += (y[a] - (t[i] == a + 1)) * row[j]
                    for b in range(k - 1):
                        c = y[a] * ((a == b) - y[b]) * row[j]
                        for m in range(p):
                            h[a * p + j, b * p + m] += c * row[m]
        step = mpmath.lu_solve(h, g)
        beta -= step
        if max(abs(v / w) for v, w in zip(step, beta)) < mpmath.mpf(10) ** -30:
            break
    cov = h**-1
    cases.append({"name": name, "x": x.tolist(), "class": list(map(int, t)), "coef": ends(beta),
                  "se": ends(mpmath.sqrt(cov[j, j]) for j in range((k - 1) * p)), "loglik": float(l)})


def exact_squares(name, x, y):
    phi, n, p = design(x), len(y), x.shape[1] + 1
    t = mpmath.matrix([mpmath.mpf(v) for v in y.tolist()])
    inverse = (phi.T * phi) ** -1
    beta = inverse * (phi.T * t)
    rss = sum(v**2 for v in t - phi * beta)
    cases.append({"name": name, "x": x.tolist(), "y": y.tolist(), "coef": ends(beta),
                  "se": ends(mpmath.sqrt(inverse[j, j] * rss / (n - p)) for j in range(p)),
                  "loglik": float(-n * (mpmath.log(2 * mpmath.pi * rss / n) + 1) / 2), "deviance": float(rss)})


rng = np.random.default_rng(3)
n = 120
u, v, w = rng.normal(size=(3, n))
x = np.column_stack([100 + u, 100 + u + 1e-5 * v, 1e-6 * w, 1e8 * (w**2 + v)])
t = (u + v + w + 2 * rng.logistic(size=n) > 0).astype(int)
exact_softmax("ill-conditioned logistic", x, t, 2)
x = np.column_stack([50 + u, 50 + u + 1e-3 * v])
t = np.digitize(u + 0.7 * v + 1.5 * rng.logistic(size=n), [-1, 1])
exact_softmax("ill-conditioned softmax", x, t, 3)
x = (np.arange(60) / 59)[:, None] ** np.arange(1, 10)
exact_squares("polynomial", x, np.sin(5 * x[:, 0]) + 0.1 * rng.normal(size=60))

print(json.dumps({
    "made_by": f"statsmodels {statsmodels.__version__}, mpmath {mpmath.__version__}, scikit-learn {sklearn.__version__}, "
               f"scipy {scipy.__version__}, numpy {np.__version__}",
    "cases": cases}))
