"""Measures of samples with several labels. See peer.py."""

import numpy as np
from peer import case, random_state, write
from sklearn import metrics

rng = random_state(3)
RATES = {
    "recall": metrics.recall_score,
    "precision": metrics.precision_score,
    "F1": metrics.f1_score,
    "Jaccard": metrics.jaccard_score,
}


def make(name, t, y, z, s=None):
    w = {"sample_weight": s}
    p = 1 / (1 + np.exp(-z))
    want = {
        "label log-loss": sum(metrics.log_loss(t[:, k], p[:, k], labels=[0, 1], **w) for k in range(t.shape[1])),
        "exact match": metrics.accuracy_score(t, y, **w),
        "Hamming": metrics.hamming_loss(t, y, **w),
        "coverage": metrics.coverage_error(t, z, **w),
        "label ranking precision": metrics.label_ranking_average_precision_score(t, z, **w),
        "label ranking loss": metrics.label_ranking_loss(t, z, **w),
    }
    for rate, score in RATES.items():
        low, high = (score(t, y, average=None, zero_division=v, **w) for v in (0, 1))
        want["label " + rate] = np.where(low == high, low, np.nan)
        for average in ("macro", "weighted", "micro", "samples"):
            want[f"label {average} {rate}, 0"] = score(t, y, average=average, zero_division=0, **w)
        if not t[np.ones(len(t), bool) if s is None else s > 0].any():
            want[f"label weighted {rate}, 0"] = np.nan  # a mean of nothing
    return case(name, want, labels=t, predicted=y, z2=z, p=p, s=s)


def zero_one(*rows):
    return np.array(rows, int)


cases = [
    make("perfect", zero_one([1, 0, 1], [0, 1, 0]), zero_one([1, 0, 1], [0, 1, 0]), np.array([[3.0, 1, 2], [1, 3, 2]])),
    make("all wrong", zero_one([1, 0, 1], [0, 1, 0]), zero_one([0, 1, 0], [1, 0, 1]), np.array([[1.0, 3, 2], [3, 1, 2]])),
    make("constant scores", zero_one([1, 0, 1], [0, 1, 0]), zero_one([1, 1, 1], [1, 1, 1]), np.ones((2, 3))),
    make("none and all", zero_one([0, 0, 0], [1, 1, 1]), zero_one([0, 0, 0], [1, 0, 1]), np.array([[1.0, 3, 2], [3, 1, 2]])),
    make("one sample", zero_one([1, 0]), zero_one([1, 1]), np.array([[0.5, 0.5]])),
]
for n, k in [(2, 2), (10, 3), (30, 4), (50, 6)]:
    for levels in (3, 0):
        for weighted in (False, True):
            t = (rng.rand(n, k) < 0.4).astype(int)
            z = rng.randn(n, k) + t
            if levels:
                z = np.floor(z * levels / 4)
            y = (z > 0.5).astype(int)
            s = rng.rand(n) * (rng.rand(n) < 0.8) + 0.5 * (np.arange(n) < 2) if weighted else None
            cases.append(make(f"n={n} k={k} levels={levels}" + " weighted" * weighted, t, y, z, s))
write(cases)
