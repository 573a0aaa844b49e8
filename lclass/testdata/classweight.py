"""Writes classweight.json: scikit-learn's L2 fits with weights of classes.

    python3 classweight.py > classweight.json

L = (1/Σs) Σ sᵢℓᵢ + λ/2 ‖W‖² is what scikit-learn minimises with C = 1/(λΣs).
"balanced" leaves Σs = n.
"""

import json

import numpy as np
import sklearn
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.utils.class_weight import compute_class_weight

iris = load_iris()
names = [str(name) for name in iris.target_names]
# An unbalanced iris: the first 50 setosa, 30 versicolor, 12 virginica.
keep = np.r_[0:50, 50:80, 100:112]
x, t = iris.data[keep], iris.target[keep]


def fit(name, rows, weight, lam):
    """weight: one a class, by its number."""
    s = np.array([weight[k] for k in t[rows]])
    m = LogisticRegression(C=1 / (lam * s.sum()), class_weight=weight, solver="newton-cg", tol=1e-9, max_iter=500)
    m.fit(x[rows], t[rows])
    return {
        "name": name, "lambda": lam,
        "weight": {names[k]: weight[k] for k in weight},
        "coef": m.coef_.tolist(), "intercept": m.intercept_.tolist(),
    }


def balanced(rows):
    classes = np.unique(t[rows])
    return dict(zip(classes.tolist(), compute_class_weight("balanced", classes=classes, y=t[rows]).tolist()))


two, three = t > 0, t >= 0
cases = [
    fit("logistic", two, {1: 1.0, 2: 5.0}, 0.01),
    fit("logistic balanced", two, balanced(two), 0.01),
    fit("softmax", three, {0: 0.5, 1: 1.0, 2: 3.0}, 0.01),
    fit("softmax balanced", three, balanced(three), 0.01),
]
print(json.dumps({"made_by": f"scikit-learn {sklearn.__version__}, numpy {np.__version__}", "cases": cases}, indent=1))
