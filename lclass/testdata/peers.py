"""Writes peers-sklearn.json: scikit-learn's optimum of L2 problems, and
statsmodels' logistic regression without a penalty.

    python3 peers.py > peers-sklearn.json

L = mean loss + λ/2 ‖W‖² is what scikit-learn minimises with C = 1/(nλ).
"""

import json

import numpy as np
import scipy
import sklearn
import statsmodels
import statsmodels.api as sm
from scipy.special import log_softmax
from sklearn.datasets import load_digits, load_iris
from sklearn.linear_model import LogisticRegression, Ridge

cases = []


def objective(x, t, w, b, lam):
    """L, from the weights alone, computed here and not by the solver."""
    z = x @ w.T + b
    if w.shape[0] == 1:
        loss = np.logaddexp(0, -(2 * t - 1) * z[:, 0]).mean()
    else:
        loss = -log_softmax(z, axis=1)[np.arange(len(t)), t].mean()
    return loss + lam / 2 * (w**2).sum()


def logistic(name, x, t, lam):
    best = np.inf
    for solver in ["lbfgs", "newton-cg"]:
        m = LogisticRegression(C=1 / (len(t) * lam), solver=solver, tol=1e-10, max_iter=100000)
        m.fit(x, t)
        best = min(best, objective(x, t, m.coef_, m.intercept_, lam))
    cases.append({"name": name, "lambda": lam, "value": best})


iris, digits = load_iris(), load_digits()
two = iris.target > 0
for lam in [1e-3, 0.1]:
    logistic("iris logistic", iris.data[two], (iris.target[two] == 2).astype(int), lam)
    logistic("iris softmax", iris.data, iris.target, lam)
    logistic("digits softmax", digits.data / 16, digits.target, lam)

x, y = iris.data[:, :3], iris.data[:, 3]
for lam in [1e-3, 1.0]:
    m = Ridge(alpha=lam * len(y), solver="svd").fit(x, y)
    cases.append({"name": "iris ridge", "lambda": lam, "coef": [*m.coef_, m.intercept_]})

m = sm.Logit(iris.target[two] == 2, np.column_stack([iris.data[two], np.ones(100)]))
fit = m.fit(method="newton", tol=1e-14, maxiter=100, disp=0)
cases.append({"name": "iris statsmodels", "coef": list(fit.params), "value": fit.llf})

print(json.dumps({
    "made_by": f"scikit-learn {sklearn.__version__}, statsmodels {statsmodels.__version__}, "
               f"scipy {scipy.__version__}, numpy {np.__version__}",
    "cases": cases,
}, indent=1))
