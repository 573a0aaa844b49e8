"""Writes multi_peers.json: scikit-learn's learners made of binary learners.

    python3 multi_peers.py > multi_peers.json

Each binary fit minimises mean loss + λ/2 ‖w‖² over its own n samples, which
scikit-learn does with C = 1/(nλ); n differs from pair to pair in one-vs-one,
so that C is set for each fit. The classes of all samples are kept,
probabilities and scores of one in `every`, to 9 decimals.
"""

import json

import numpy as np
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_digits, load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.multioutput import MultiOutputClassifier


class Logistic(ClassifierMixin, BaseEstimator):
    """LogisticRegression with λ of the mean loss."""

    def __init__(self, lam=1.0):
        self.lam = lam

    def fit(self, x, t):
        self.classes_ = np.unique(t)
        self.m = LogisticRegression(C=1 / (len(t) * self.lam), solver="newton-cholesky", tol=1e-12, max_iter=1000)
        self.m.fit(x, t)
        return self

    def predict(self, x):
        return self.m.predict(x)

    def decision_function(self, x):
        return self.m.decision_function(x)

    def predict_proba(self, x):
        return self.m.predict_proba(x)


cases = []


def digits9(a):
    return np.round(a, 9).tolist()


def multiclass(name, x, t, lam, every):
    rest = OneVsRestClassifier(Logistic(lam)).fit(x, t)
    pairs = OneVsOneClassifier(Logistic(lam)).fit(x, t)
    cases.append({
        "name": name + " one-vs-rest", "lambda": lam, "every": every,
        "class": rest.predict(x).tolist(), "probability": digits9(rest.predict_proba(x)[::every]),
    })
    cases.append({
        "name": name + " one-vs-one", "lambda": lam, "every": every,
        "class": pairs.predict(x).tolist(),
        "score": digits9(np.column_stack([e.decision_function(x[::every]) for e in pairs.estimators_])),
    })


iris, digits = load_iris(), load_digits()
for lam in [1e-3, 0.1]:
    multiclass("iris", iris.data, iris.target, lam, 5)
multiclass("digits", digits.data / 16, digits.target, 1e-3, 60)

# Labels of iris: a wide petal, a long sepal, not the second species.
labels = np.column_stack([iris.data[:, 3] > 1, iris.data[:, 0] > 5.8, iris.target != 1]).astype(int)
x = iris.data[:, [1, 2]]
m = MultiOutputClassifier(Logistic(0.01)).fit(x, labels)
cases.append({
    "name": "iris multi-label", "lambda": 0.01, "every": 1, "label": labels.tolist(), "predicted": m.predict(x).tolist(),
    "probability": digits9(np.column_stack([p[:, 1] for p in m.predict_proba(x)])), "accuracy": m.score(x, labels),
})

print(json.dumps({"made_by": f"scikit-learn {sklearn.__version__}, numpy {np.__version__}", "cases": cases}))
