"""Curves and areas of random and degenerate scores of two classes. See peer.py."""

import numpy as np
from peer import case, random_state, write
from sklearn import metrics

rng = random_state(2)


def make(name, t, z, s=None):
    t, z = np.asarray(t), np.asarray(z, float)
    counted = np.ones(len(t), bool) if s is None else np.asarray(s) > 0
    both, positive = len(set(t[counted])) == 2, (t[counted] == 1).any()
    w = {"sample_weight": s}
    want = {"AUC": np.nan, "AP": np.nan, "partial AUC": [np.nan] * 3}
    for key, drop in [("ROC", False), ("ROC corners", True)]:
        fpr, tpr, threshold = metrics.roc_curve(t, z, pos_label=1, drop_intermediate=drop, **w)
        want |= {f"{key} FPR": fpr, f"{key} TPR": tpr, f"{key} threshold": threshold[1:]}
    if positive:
        precision, recall, threshold = metrics.precision_recall_curve(t, z, pos_label=1, **w)
        want |= {"PR precision": precision[::-1], "PR recall": recall[::-1], "PR threshold": threshold[::-1]}
        want["AP"] = metrics.average_precision_score(t, z, **w)
        want["PR trapezoid"] = metrics.auc(recall, precision)
    if both:
        fpr, fnr, threshold = metrics.det_curve(t, z, pos_label=1, **w)
        want |= {"DET FPR": fpr[::-1], "DET FNR": fnr[::-1], "DET threshold": threshold[::-1]}
        want["AUC"] = metrics.roc_auc_score(t, z, **w)
        want["partial AUC"] = [metrics.roc_auc_score(t, z, max_fpr=m, **w) for m in (0.05, 0.3, 0.99)]
    return case(name, want, t=t, z=z, s=s)


cases = [
    make("perfect", [0, 0, 1, 1], [1, 2, 3, 4]),
    make("all wrong", [1, 1, 0, 0], [1, 2, 3, 4]),
    make("constant", [0, 1, 1, 0, 1], [2, 2, 2, 2, 2]),
    make("positives only", [1, 1, 1], [0.1, 0.5, 0.5]),
    make("negatives only", [0, 0, 0], [0.1, 0.5, 0.5]),
    make("one positive sample", [1], [0.3]),
    make("one negative sample", [0], [0.3]),
    make("one of each", [0, 1], [0.3, 0.3]),
    make("weight 0 leaves one class", [0, 1, 1], [3, 1, 2], [0, 1, 2]),
    make("weight 0 at the ends", [1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1], [0, 1, 2, 3, 1, 0]),
    make("many on a line", [0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0], np.arange(11)),
    make("huge and tiny", [0, 1, 0, 1, 1], [-1e300, 1e300, 1e-300, 2e-300, 0]),
]
for n in (2, 3, 5, 10, 30, 100):
    for levels in (2, 5, 0):
        for weighted in (False, True):
            t = rng.randint(2, size=n)
            t[:2] = 0, 1
            z = rng.randn(n) + t
            if levels:
                z = np.floor(z * levels / 4)
            s = rng.rand(n) * (rng.rand(n) < 0.8) + 0.5 * (np.arange(n) < 2) if weighted else None
            cases.append(make(f"n={n} levels={levels}" + " weighted" * weighted, t, z, s))
write(cases)
