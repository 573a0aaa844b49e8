"""Writes metrics.json: scikit-learn's metrics of random and degenerate samples.

    python3 metrics.py > metrics.json

A rate that scikit-learn can only fill in (its zero_division) is null.
"""

import json
import warnings

import numpy as np
from sklearn import metrics

warnings.simplefilter("ignore")
rng = np.random.RandomState(1)


def per_class(score, t, y, s, k):
    low, high = (score(t, y, labels=range(k), average=None, sample_weight=s, zero_division=z) for z in (0, 1))
    return [a if a == b else None for a, b in zip(low, high)]


def case(name, t, y, k, s=None, p=None):
    t, y = np.asarray(t), np.asarray(y)
    if p is None:
        p = rng.dirichlet(np.ones(k), len(t))
    return {
        "name": name,
        "k": k,
        "t": t.tolist(),
        "y": y.tolist(),
        "s": None if s is None else list(s),
        "p": p.tolist(),
        "accuracy": metrics.accuracy_score(t, y, sample_weight=s),
        "error": metrics.zero_one_loss(t, y, sample_weight=s),
        "mse": metrics.mean_squared_error(t, y, sample_weight=s),
        "logloss": metrics.log_loss(t, p, labels=range(k), sample_weight=s),
        "confusion": metrics.confusion_matrix(t, y, labels=range(k), sample_weight=s).tolist(),
        "recall": per_class(metrics.recall_score, t, y, s, k),
        "precision": per_class(metrics.precision_score, t, y, s, k),
        "f1": per_class(metrics.f1_score, t, y, s, k),
    }


cases = [
    case("all right", [0, 1, 1, 0], [0, 1, 1, 0], 2),
    case("all wrong", [0, 1, 1, 0], [1, 0, 0, 1], 2),
    case("class 1 is never predicted", [0, 1, 0, 1], [0, 0, 0, 0], 2),
    case("class 1 never occurs", [0, 0, 0, 0], [0, 1, 0, 1], 2),
    case("class 2 neither", [0, 1, 1, 0], [0, 1, 0, 0], 3),
    case("one sample", [1], [1], 2),
    case("probabilities near 0", [0, 1, 2], [0, 1, 2], 3,
         p=np.array([[1e-12, 0.5, 0.5], [0.25, 0.5, 0.25], [0.125, 0.125, 0.75]])),
]
for n, k in [(10, 2), (40, 3), (60, 10)]:
    for weighted in (False, True):
        t, y = rng.randint(k, size=n), rng.randint(k, size=n)
        y = np.where(rng.rand(n) < 0.6, t, y)
        s = rng.rand(n) * (rng.rand(n) < 0.9) if weighted else None
        cases.append(case(f"random n={n} k={k}" + " weighted" * weighted, t, y, k, s))
print("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]")
