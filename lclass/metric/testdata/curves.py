"""Writes curves.json: scikit-learn's curves and areas of random and degenerate scores.

    /usr/bin/python3 curves.py > curves.json

What scikit-learn refuses, or fills in, is null: areas and DET curves of one
class, and the precision-recall curve without a positive sample.
"""

import json
import warnings

import numpy as np
from sklearn import metrics

warnings.simplefilter("ignore")
rng = np.random.RandomState(2)


def listed(v):
    return [None if np.isnan(x) else x for x in np.asarray(v, float).tolist()]


def case(name, t, z, s=None):
    t, z = np.asarray(t), np.asarray(z, float)
    counted = np.ones(len(t), bool) if s is None else np.asarray(s) > 0
    both, positive = len(set(t[counted])) == 2, (t[counted] == 1).any()
    w = {"sample_weight": s}
    c = {"name": name, "t": t.tolist(), "z": z.tolist(), "s": None if s is None else list(s)}
    for key, drop in [("roc", False), ("corners", True)]:
        fpr, tpr, threshold = metrics.roc_curve(t, z, pos_label=1, drop_intermediate=drop, **w)
        c[key] = [listed(fpr), listed(tpr), threshold[1:].tolist()]
    if positive:
        precision, recall, threshold = metrics.precision_recall_curve(t, z, pos_label=1, **w)
        c["pr"] = [precision[::-1].tolist(), recall[::-1].tolist(), threshold[::-1].tolist()]
        c["ap"] = metrics.average_precision_score(t, z, **w)
        c["prArea"] = metrics.auc(recall, precision)
    if both:
        # det_curve asks all samples for two classes, the uncounted ones too
        fpr, fnr, threshold = metrics.det_curve(t, z, pos_label=1, **w)
        c["det"] = [v[::-1].tolist() for v in (fpr, fnr, threshold)]
        c["auc"] = metrics.roc_auc_score(t, z, **w)
        c["partial"] = [metrics.roc_auc_score(t, z, max_fpr=m, **w) for m in (0.05, 0.3, 0.99)]
    return c


cases = [
    case("perfect", [0, 0, 1, 1], [1, 2, 3, 4]),
    case("all wrong", [1, 1, 0, 0], [1, 2, 3, 4]),
    case("constant", [0, 1, 1, 0, 1], [2, 2, 2, 2, 2]),
    case("positives only", [1, 1, 1], [0.1, 0.5, 0.5]),
    case("negatives only", [0, 0, 0], [0.1, 0.5, 0.5]),
    case("one positive sample", [1], [0.3]),
    case("one negative sample", [0], [0.3]),
    case("one of each", [0, 1], [0.3, 0.3]),
    case("weight 0 leaves one class", [0, 1, 1], [3, 1, 2], [0, 1, 2]),
    case("weight 0 at the ends", [1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1], [0, 1, 2, 3, 1, 0]),
    case("many on a line", [0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0], range(11)),
    case("huge and tiny", [0, 1, 0, 1, 1], [-1e300, 1e300, 1e-300, 2e-300, 0]),
]
for n in (2, 3, 5, 10, 30, 100):
    for levels in (2, 5, 0):
        for weighted in (False, True):
            t = rng.randint(2, size=n)
            t[:2] = 0, 1
            z = rng.randn(n) + t
            if levels:
                z = np.floor(z * levels / 4)
            s = None
            if weighted:
                s = rng.rand(n) * (rng.rand(n) < 0.8)
                s[:2] += 0.5
            cases.append(case(f"n={n} levels={levels}" + " weighted" * weighted, t, z, s))
print("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]")
