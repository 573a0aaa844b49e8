"""Writes robust-python.json: statsmodels' robust covariances, and those of
weighted classes by the formula of the sandwich.

    python3 robust.py > robust-python.json

Reads the housing data from inference-r.json. Coefficients are in the order of
the features, the intercept last, one class after another.
"""

import json

import numpy as np
import statsmodels
import statsmodels.api as sm
from sklearn.datasets import load_breast_cancer, load_iris

cases = []


def record(name, fit, kinds=("HC0", "HC1"), **more):
    fits = {kind.lower(): fit(kind) for kind in kinds}
    m = fits["hc0"]
    cases.append({"name": name, "n": int(m.nobs), "coef": list(m.params.T.ravel()),
                  **{kind: np.asarray(f.cov_params()).tolist() for kind, f in fits.items()}, **more})


# Logit and MNLogit of statsmodels 0.13.5 have HC0 for HC1, too.
cancer = load_breast_cancer()
columns = ["mean texture", "mean smoothness", "mean symmetry", "texture error", "smoothness error"]
x = cancer.data[:, [list(cancer.feature_names).index(c) for c in columns]]
m = sm.Logit(cancer.target, np.column_stack([x, np.ones(len(x))]))
record("breast cancer", lambda c: m.fit(method="newton", tol=1e-15, maxiter=100, disp=0, cov_type=c), ["HC0"])

iris = load_iris().data
phi = np.column_stack([iris[:, :3], np.ones(150)])
record("iris OLS", lambda c: sm.OLS(iris[:, 3], phi).fit(cov_type=c))
weight = 0.25 * (np.arange(1, 151) % 5) + 0.5
record("iris WLS", lambda c: sm.WLS(iris[:, 3], phi, weights=weight).fit(cov_type=c), weight=list(weight))

# Housing of MASS, a row for each tenant.
housing = [c for c in json.load(open("inference-r.json")) if c["name"] == "housing multinom"][0]
rows = np.repeat(np.arange(len(housing["class"])), np.array(housing["weight"]).astype(int))
phi, t = np.column_stack([np.array(housing["x"]), np.ones(len(housing["x"]))])[rows], np.array(housing["class"])[rows]
m = sm.MNLogit(t, phi)
record("housing", lambda c: m.fit(method="newton", tol=1e-15, maxiter=100, disp=0, cov_type=c), ["HC0"])

# The same with weighted classes, by Newton's method and the formula.
factor = np.array([2.0, 0.5, 1.25])
s, p, beta = factor[t], phi.shape[1], np.zeros(2 * phi.shape[1])
for _ in range(30):
    z = np.column_stack([np.zeros(len(phi)), phi @ beta.reshape(2, p).T])
    y = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    r = ((y - np.eye(3)[t])[:, 1:]) * s[:, None]
    g = np.column_stack([r[:, [a]] * phi for a in range(2)])
    h = np.block([[phi.T @ (phi * (s * y[:, a + 1] * ((a == b) - y[:, b + 1]))[:, None]) for b in range(2)] for a in range(2)])
    beta -= np.linalg.solve(h, g.sum(axis=0))
bread = np.linalg.inv(h)
hc0 = bread @ (g.T @ g) @ bread
n = len(t)
cases.append({"name": "housing, weighted classes", "n": n, "factor": list(factor), "coef": list(beta),
              "hc0": hc0.tolist(), "hc1": (hc0 * n / (n - 2 * p)).tolist()})

print(json.dumps({"made_by": f"statsmodels {statsmodels.__version__}, numpy {np.__version__}", "cases": cases}))
