"""Writes effects-python.json: marginal effects and their standard errors by
statsmodels' get_margeff; differences between categories, effects of x in x and x²,
and intervals of probabilities by the delta method with statsmodels' covariances.

    python3 effects.py > effects-python.json

Reads the housing data from inference-r.json, and Titanic from datasets.
"""

import csv
import json

import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from scipy.special import expit, softmax
from scipy.stats import norm
from sklearn.datasets import load_breast_cancer

cases = []
options = dict(method="newton", tol=1e-15, maxiter=100, disp=0)

cancer = load_breast_cancer()
columns = ["mean texture", "mean smoothness", "mean symmetry", "texture error", "smoothness error"]
x = cancer.data[:, [list(cancer.feature_names).index(c) for c in columns]]

housing = [c for c in json.load(open("inference-r.json")) if c["name"] == "housing multinom"][0]
tenant = np.repeat(np.arange(len(housing["class"])), np.array(housing["weight"]).astype(int))

table = list(csv.DictReader(open("../../datasets/embedded/titanic-table.csv")))
people = [row for row in table for _ in range(int(row["Freq"]))]
titanic = np.array([[r["Class"] == "2nd", r["Class"] == "3rd", r["Class"] == "Crew", r["Sex"] == "Male", r["Age"] == "Child"] for r in people], float)
survived = np.array([r["Survived"] == "Yes" for r in people], float)

for name, model, data, target in (
    ("breast cancer", sm.Logit, x, cancer.target),
    ("housing", sm.MNLogit, np.array(housing["x"])[tenant], np.array(housing["class"])[tenant]),
    ("titanic", sm.Logit, titanic, survived),
):
    phi = np.column_stack([data, np.ones(len(data))])
    for robust in ("", "HC0"):
        m = model(target, phi).fit(cov_type=robust or "nonrobust", **options)
        for at in ("overall", "mean", "median", "zero"):
            for dummy in (False, True) if name == "titanic" and at in ("overall", "mean") else (False,):  # MNLogit of statsmodels 0.13.5 fails with dummies
                e = m.get_margeff(at=at, dummy=dummy)
                d, interval = phi.shape[1] - 1, np.asarray(e.conf_int())
                effect, se = (np.asarray(v).reshape(d, -1) for v in (e.margeff, e.margeff_se))
                if name == "housing" and at == "overall" and robust == "" and not dummy:
                    assert np.allclose(effect.sum(axis=1), 0, atol=1e-12)
                cases.append({"name": name, "at": at, "robust": robust, "dummy": dummy,
                              "sample": None if at in ("overall", "mean") else list(np.median(data, axis=0) if at == "median" else np.zeros(d)),
                              "effect": effect.tolist(), "se": se.tolist(),
                              "p": np.asarray(e.pvalues).reshape(d, -1).tolist(),
                              "interval": (interval[:, None] if interval.ndim == 2 else interval.transpose(0, 2, 1)).tolist()})


# By the delta method: the gradient of a function of the coefficients by central
# differences with Richardson's extrapolation, and statsmodels' covariance.
def gradient(f, beta):
    columns = []
    for j in range(len(beta)):
        h = 1e-3 * max(1, abs(beta[j]))
        step = np.zeros(len(beta))

        def slope(h):
            step[j] = h
            return (f(beta + step) - f(beta - step)) / (2 * h)

        a, b, c = slope(h), slope(h / 2), slope(h / 4)
        a, b = (4 * b - a) / 3, (4 * c - b) / 3
        columns.append((16 * b - a) / 15)
    return np.array(columns).T


def delta(f, beta, v):
    g = np.atleast_2d(gradient(f, beta))
    return np.atleast_1d(f(beta)).tolist(), np.sqrt(np.einsum("ij,jk,ik->i", g, v, g)).tolist()


ones = np.ones((len(titanic), 1))
m = sm.Logit(survived, np.hstack([titanic, ones])).fit(**options)
beta, v = np.asarray(m.params), np.asarray(m.cov_params())


def contrasts(b):
    out = []
    for group in ((0, 1, 2), (3,), (4,)):
        base = titanic.copy()
        base[:, group] = 0
        for j in group:
            up = base.copy()
            up[:, j] = 1
            out.append(np.mean(expit(np.hstack([up, ones]) @ b) - expit(np.hstack([base, ones]) @ b)))
    return np.array(out)


effect, se = delta(contrasts, beta, v)
cases.append({"name": "titanic categories", "at": "overall", "effect": [[e] for e in effect], "se": [[e] for e in se]})

# Housing, each feature from 0 to 1.
data, target = np.array(housing["x"])[tenant], np.array(housing["class"])[tenant]
m = sm.MNLogit(target, np.column_stack([data, np.ones(len(data))])).fit(**options)
beta, v = np.asarray(m.params).T.ravel(), np.asarray(m.cov_params())


def switches(b):
    def mean(w):
        phi = np.column_stack([w, np.ones(len(w))])
        return softmax(np.column_stack([np.zeros(len(w)), phi @ b.reshape(-1, phi.shape[1]).T]), axis=1).mean(axis=0)

    out = []
    for j in range(data.shape[1]):
        low, high = data.copy(), data.copy()
        low[:, j], high[:, j] = 0, 1
        out.append(mean(high) - mean(low))
    return np.array(out).ravel()


effect, se = delta(switches, beta, v)
cases.append({"name": "housing", "at": "overall", "dummy": True, "effect": np.reshape(effect, (-1, 3)).tolist(), "se": np.reshape(se, (-1, 3)).tolist()})

# x and x² of the breast cancer data, both standardised.
two = x[:, :2] / x[:, :2].std(axis=0)
quadratic = lambda w: np.column_stack([w, w[:, 0] ** 2, w[:, 0] * w[:, 1], w[:, 1] ** 2, np.ones(len(w))])
m = sm.Logit(cancer.target, quadratic(two)).fit(**options)
beta, v = np.asarray(m.params), np.asarray(m.cov_params())
b, std = beta, x[:, :2].std(axis=0)


def slopes(b):
    p = expit(quadratic(two) @ b)
    return np.array([np.mean(p * (1 - p) * (b[0] + 2 * b[2] * two[:, 0] + b[3] * two[:, 1])) / std[0],
                     np.mean(p * (1 - p) * (b[1] + 2 * b[4] * two[:, 1] + b[3] * two[:, 0])) / std[1]])


effect, se = delta(slopes, beta, v)
cases.append({"name": "breast cancer squares", "at": "overall", "effect": [[e] for e in effect], "se": [[e] for e in se]})

# Intervals of the probabilities of the first 20 samples.
intervals = []
for name, model, data, target, robust in (
    ("breast cancer", sm.Logit, x, cancer.target, "nonrobust"),
    ("breast cancer", sm.Logit, x, cancer.target, "HC0"),
    ("housing", sm.MNLogit, np.array(housing["x"])[tenant], np.array(housing["class"])[tenant], "nonrobust"),
    ("housing", sm.MNLogit, np.array(housing["x"])[tenant], np.array(housing["class"])[tenant], "HC0"),
):
    phi = np.column_stack([data, np.ones(len(data))])
    m = model(target, phi).fit(cov_type=robust, **options)
    v, beta = np.asarray(m.cov_params()), np.asarray(m.params).T.ravel()
    first = phi[:20] if name == "breast cancer" else np.column_stack([np.array(housing["x"]), np.ones(len(housing["x"]))])[:20]

    def probabilities(b):
        z = np.column_stack([np.zeros(len(first)), first @ b.reshape(-1, first.shape[1]).T])
        return softmax(z, axis=1)

    k = len(beta) // first.shape[1] + 1
    logits = lambda b: (lambda p: np.log(p) - np.log1p(-p))(probabilities(b)).ravel()
    p, se = delta(lambda b: probabilities(b).ravel(), beta, v)
    l, width = delta(logits, beta, v)
    z = norm.ppf(0.975)
    shape = lambda a: np.asarray(a).reshape(-1, k).tolist()
    intervals.append({"name": name, "robust": robust, "value": shape(p), "se": shape(se),
                      "low": shape(expit(np.array(l) - z * np.array(width))), "high": shape(expit(np.array(l) + z * np.array(width)))})

print(json.dumps({"made_by": f"statsmodels {statsmodels.__version__}, scipy {scipy.__version__}, numpy {np.__version__}", "cases": cases, "intervals": intervals}))
