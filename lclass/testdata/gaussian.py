"""Writes gaussian-sklearn.json: discriminant analysis and naive Bayes of
scikit-learn, and regularised discriminant analysis by scipy's densities.

    python3 gaussian.py > gaussian-sklearn.json

Scores are the logarithms of the joint densities of some samples, each less
their mean over the classes, so that what programs leave out cancels. So are
W and b. Constant features get 0, where rounding or smoothing gives a little.
Of covariances the last row of the last class is kept.
"""

import json

import numpy as np
import scipy
import sklearn
from scipy.stats import multivariate_normal
from sklearn.datasets import load_digits, load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

cases = []
centred = lambda z: np.asarray(z) - np.mean(z, axis=-1, keepdims=True)


def two_columns(z):
    """Log-odds of two classes as two scores."""
    return z if z.ndim == 2 else np.column_stack([0 * z, z])


def some(x):
    return x[:: max(1, len(x) // 20)]


def record(model, data, **case):
    cases.append({"model": model, "data": data, **{k: np.asarray(v).tolist() for k, v in case.items()}})


def linear(model, data, x, t, unit=1, **options):
    m = LinearDiscriminantAnalysis(**options).fit(x, t)
    w, b = np.where(x.std(axis=0) > 0, m.coef_ / unit, 0), m.intercept_
    if len(m.classes_) == 2:
        w, b = np.vstack([0 * w, w]), np.append(0 * b, b)
    record(model, data, w=(w - w.mean(axis=0)), b=b - b.mean(), scores=centred(two_columns(m.decision_function(some(x)))))


def quadratic(model, data, x, t, unit, **options):
    m = QuadraticDiscriminantAnalysis(store_covariance=True, **options).fit(x / unit, t)
    record(model, data, covariance=m.covariance_[-1][-1] * unit * unit[-1], scores=centred(m._decision_function(some(x / unit))))


def within(x, t):
    """Pooled standard deviations within the classes."""
    means = np.array([x[t == k].mean(axis=0) for k in np.unique(t)])
    return (x - means[t]).std(axis=0)


def regularised(data, x, t, unit, pooling, shrinkage):
    x = x / unit
    labels, n = np.unique(t, return_counts=True)
    s = [np.cov(x[t == k].T, bias=True) for k in labels]
    pooled = sum(a * b for a, b in zip(n / len(t), s))
    scores = []
    for k in labels:
        cov = (1 - pooling) * s[k] + pooling * pooled
        cov = (1 - shrinkage) * cov + shrinkage * np.diag(np.diag(cov))
        density = multivariate_normal(x[t == k].mean(axis=0), cov)
        scores.append(density.logpdf(some(x)) + np.log(n[k] / len(t)))
    record(f"regularised {pooling} {shrinkage}", data, covariance=cov[-1] * unit * unit[-1], scores=centred(np.array(scores).T))


def naive(model, data, x, t, unit=1, **options):
    m = GaussianNB(**options).fit(x / unit, t)
    record(model, data, variance=m.var_[-1] * unit**2 * (x.std(axis=0) > 0), scores=centred(m._joint_log_likelihood(some(x / unit))))


rng = np.random.default_rng(1)
t = np.repeat([0, 1, 2], [50, 30, 12])
mixed = rng.normal(size=(92, 4)) @ rng.normal(size=(4, 4)) + np.array([[0, 0, 0, 0], [1, 0, 2, 0], [0, 2, 0, 1]])[t]
generated = mixed * [1e-9, 1, 1e3, 1e9] + [3e-9, 10, 0, 0]
weight = rng.integers(0, 4, size=92)

iris, digits = load_iris(), load_digits()
two = iris.target > 0
for data, x, y in [
    ("iris", iris.data, iris.target),
    ("iris two", iris.data[two], iris.target[two] - 1),
    ("generated", generated, t),
    ("weighted", np.repeat(generated, weight, axis=0), np.repeat(t, weight)),
]:
    linear("LDA unbiased", data, x / within(x, y), y, within(x, y), tol=1e-12)
    linear("LDA", data, x / within(x, y), y, within(x, y), solver="lsqr")
    linear("LDA Ledoit-Wolf", data, x / within(x, y), y, within(x, y), solver="lsqr", shrinkage="auto")
    linear("LDA shrinkage 0.3", data, x / within(x, y), y, within(x, y), solver="lsqr", shrinkage=0.3)
    naive("NaiveBayes", data, x, y, x.std(axis=0), var_smoothing=0)
    naive("NaiveBayes smoothing 0.01", data, x, y, x.std(axis=0), var_smoothing=0.01)
    quadratic("QDA unbiased", data, x, y, x.std(axis=0))
    regularised(data, x, y, x.std(axis=0), 0.3, 0.2)
linear("LDA priors", "iris", iris.data, iris.target, priors=[0.5, 0.3, 0.2])
quadratic("QDA priors", "iris", iris.data, iris.target, np.ones(4), priors=[0.5, 0.3, 0.2])

x, y = digits.data / 16, digits.target
linear("LDA unbiased", "digits", x, y, tol=1e-12)
unit = x.std(axis=0)
unit[unit == 0] = 1
naive("NaiveBayes smoothing 1e-9", "digits", x, y, unit, var_smoothing=1e-9)
regularised("digits without constants", x[:, x.std(axis=0) > 0], y, np.ones(61), 0.5, 0.1)

print(json.dumps({
    "made_by": f"scikit-learn {sklearn.__version__}, scipy {scipy.__version__}, numpy {np.__version__}",
    "x": generated.tolist(), "t": t.tolist(), "weight": weight.tolist(),
    "cases": cases,
}))
