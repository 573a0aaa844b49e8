"""Solves what scikit-learn can solve, as tightly as it can: scikit_learn.py DIR.

Its C is 1/(λΣs), the alpha of Ridge is λΣs and that of Lasso and ElasticNet λ.
LinearSVC has a penalty on the bias, which a large intercept_scaling makes
small. Features are centred. lbfgs, which ends early, is started again where it
ended. saga does not bear large weights: samples with
whole weights are repeated, others it is not given.
"""

import warnings

import numpy as np
import scipy
import sklearn
from exchange import answer, give, made_by, problems
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.linear_model import ElasticNet, Lasso, LinearRegression, LogisticRegression, Perceptron, Ridge
from sklearn.multiclass import OneVsOneClassifier
from sklearn.multioutput import MultiOutputClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC, LinearSVC

warnings.filterwarnings("ignore")  # of limits reached: the objective says how far it is
made_by(f"scikit-learn {sklearn.__version__}, scipy {scipy.__version__}, numpy {np.__version__}")

for p in problems("logistic", "softmax"):
    if p.lam == 0:
        continue
    x, back = p.centred()
    kind = "multinomial" if p.learner == "softmax" else "ovr"
    common = {"C": p.c(), "class_weight": p.class_weight, "multi_class": kind, "tol": 1e-12}
    if p.ratio == 0:
        m = LogisticRegression(solver="lbfgs", max_iter=20000, warm_start=True, **common)
        for _ in range(30):
            m.fit(x, p.t, p.given)
        answer(p, "lbfgs", *back(m.coef_, m.intercept_))
        solver = "newton-cg" if p.learner == "softmax" else "newton-cholesky"
        m = LogisticRegression(solver=solver, max_iter=2000, **common).fit(x, p.t, p.given)
        answer(p, solver, *back(m.coef_, m.intercept_))
    elif p.balanced or p.whole:
        m = LogisticRegression(solver="saga", penalty="elasticnet", l1_ratio=p.ratio, max_iter=3000, random_state=0, **common)
        if p.balanced:
            m.fit(x, p.t)
        else:
            t, rows = p.repeated()
            m.fit(rows(x), t)
        answer(p, "saga", *back(m.coef_, m.intercept_))

for p in problems("perceptron"):
    m = Perceptron(eta0=1, shuffle=False, max_iter=20, tol=None).fit(p.x, p.t)
    answer(p, "Perceptron", m.coef_, m.intercept_)

for p in problems("multi-label"):
    x, back = p.centred()
    m = MultiOutputClassifier(LogisticRegression(solver="newton-cholesky", C=p.c(), tol=1e-12, max_iter=2000))
    m.fit(x, p.one_hot(), p.given)
    w, b = (np.vstack([getattr(e, name) for e in m.estimators_]) for name in ["coef_", "intercept_"])
    answer(p, "MultiOutputClassifier", *back(w, b.ravel()))


class Logistic(ClassifierMixin, BaseEstimator):
    """LogisticRegression with λ of the mean loss, whatever the number of samples."""

    def __init__(self, lam=1.0):
        self.lam = lam

    def fit(self, x, t):
        m = LogisticRegression(C=1 / (len(t) * self.lam), solver="newton-cholesky", tol=1e-12, max_iter=2000)
        self.m = m.fit(x, t)
        self.classes_, self.predict, self.decision_function = m.classes_, m.predict, m.decision_function
        return self


for p in problems("one-vs-rest", "one-vs-one"):
    x, back = p.centred()
    if p.learner == "one-vs-rest":
        m = LogisticRegression(solver="newton-cholesky", C=p.c(), multi_class="ovr", tol=1e-12, max_iter=2000)
        m.fit(x, p.t, p.given)
        w, b = m.coef_, m.intercept_
    elif p.weighted:
        continue
    else:
        m = OneVsOneClassifier(Logistic(p.lam)).fit(x, p.t)
        w, b = (np.vstack([getattr(e.m, name) for e in m.estimators_]) for name in ["coef_", "intercept_"])
    answer(p, type(m).__name__, *back(w, b.ravel()), {"classes": m.predict(x)})

for p in problems("linear", "least squares", "regression classifier"):
    x, back = p.centred()
    y = p.one_hot() if p.learner == "least squares" else p.t if p.learner == "linear" else 2 * p.t - 1
    if p.lam == 0:
        if np.linalg.matrix_rank(x) == x.shape[1]:
            x, _, back = p.standardised()
        m = LinearRegression()
    elif p.ratio == 0:
        m = Ridge(alpha=p.lam * p.s.sum(), solver="svd")
    elif p.ratio == 1:
        m = Lasso(alpha=p.lam, tol=1e-15, max_iter=100000)
    else:
        m = ElasticNet(alpha=p.lam, l1_ratio=p.ratio, tol=1e-15, max_iter=100000)
    m.fit(x, y, p.s)
    answer(p, type(m).__name__, *back(m.coef_, m.intercept_))


def halves(w, b):
    """The W and b of two classes with the scores ∓z/2."""
    return np.vstack([-w / 2, w / 2]), np.hstack([-b / 2, b / 2])


# The multiclass losses of two classes are the hinge loss of the difference,
# with half its penalty.
for p in problems("hinge", "Crammer-Singer", "Weston-Watkins"):
    if p.classes() > 2:
        continue
    half = 1 if p.learner == "hinge" else 2
    x, back = p.centred()
    m = SVC(kernel="linear", C=half * p.c(), tol=1e-9, cache_size=1000, max_iter=2000000, class_weight=p.class_weight)
    m.fit(np.ascontiguousarray(x), p.t, np.ascontiguousarray(p.given))
    w, b = back(m.coef_, m.intercept_)
    answer(p, "SVC", *(halves(w, b) if half == 2 else (w, b)))

for p in problems("squared hinge", "one-vs-rest squared hinge"):
    x, back = p.centred()
    common = {"C": p.c(), "class_weight": p.class_weight, "tol": 1e-12, "max_iter": 20000, "random_state": 0}
    m = LinearSVC(penalty="l2" if p.ratio == 0 else "l1", dual=False, intercept_scaling=1e4, **common).fit(x, p.t, p.given)
    classes = {} if p.learner == "squared hinge" else {"classes": m.predict(x)}
    answer(p, "LinearSVC", *back(m.coef_, m.intercept_), classes)


def within(p, x):
    """Standard deviations within the classes, pooled."""
    means = np.array([p.s[p.t == k] @ x[p.t == k] / p.s[p.t == k].sum() for k in range(p.classes())])
    return np.sqrt(p.s @ (x - means[p.t]) ** 2 / p.s.sum())


def densities(p, method, z):
    if z.ndim == 1:
        z = np.column_stack([0 * z, z])
    give(p, method, {"scores": z - z.mean(axis=1, keepdims=True)})


# The generative learners, in units in which their cuts do not bite.
for p in problems("LDA", "unbiased LDA", "unbiased QDA", "naive Bayes"):
    if p.learner == "naive Bayes":
        m = GaussianNB(var_smoothing=0).fit(p.x, p.t, p.given)
        densities(p, "GaussianNB", m._joint_log_likelihood(p.some()))
        continue
    if not p.whole:
        continue
    unit = within(p, p.x)
    unit[unit <= 1e-12 * abs(p.x).max(axis=0)] = 1
    t, rows = p.repeated()
    x, some = rows(p.x / unit), p.some() / unit
    if p.learner == "LDA" and 1e3 < np.linalg.cond(x - x.mean(axis=0)) < 1e12:
        continue  # lsqr takes the covariance, whose condition is the square of that
    if p.learner == "unbiased QDA":
        m = QuadraticDiscriminantAnalysis(tol=0).fit(x, t)
        densities(p, "QuadraticDiscriminantAnalysis", m._decision_function(some))
    else:
        m = LinearDiscriminantAnalysis(**({"solver": "lsqr"} if p.learner == "LDA" else {"tol": 1e-12})).fit(x, t)
        densities(p, "LinearDiscriminantAnalysis", m.decision_function(some))
