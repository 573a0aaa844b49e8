"""Writes folds.json: how scikit-learn deals samples into folds.

    /usr/bin/python3 folds.py > folds.json     what is recorded
    /usr/bin/python3 folds.py 1                other random numbers

A fold is recorded by its test set; "train" is there where it is not all the
other samples.
"""

import json
import sys

import numpy as np
from sklearn.model_selection import (GroupKFold, KFold, LeaveOneGroupOut, LeaveOneOut, StratifiedGroupKFold,
                                     StratifiedKFold, TimeSeriesSplit)

rng = np.random.RandomState(1000 * int(sys.argv[1] if len(sys.argv) > 1 else 0))
cases = []


def case(name, splitter, n, t=None, groups=None, train=False, **more):
    x = np.zeros((n, 1))
    folds = list(splitter.split(x, t, groups))
    c = {"name": name, "n": n, **more, "test": [test.tolist() for _, test in folds]}
    if t is not None:
        c["t"] = t.tolist()
    if groups is not None:
        c["groups"] = groups.tolist()
    if train:
        c["train"] = [tr.tolist() for tr, _ in folds]
    cases.append(c)


for n, k in ((10, 2), (11, 3), (14, 5), (23, 4), (7, 7)):
    case("KFold", KFold(k), n, k=k)
    case("KFold shuffled", KFold(k, shuffle=True, random_state=3), n, k=k, seed=3)
for n, k, classes in ((20, 2, 2), (31, 3, 2), (40, 5, 3), (53, 4, 5), (100, 10, 3)):
    for _ in range(3):
        t = rng.permutation(np.concatenate([np.repeat(np.arange(classes), k), rng.choice(classes, n - k * classes)]))
        case("StratifiedKFold", StratifiedKFold(k), n, t, k=k)
# Groups of different sizes: with equal ones the order of numpy's sort decides.
for groups, k in ((6, 2), (9, 3), (12, 5)):
    sizes = rng.permutation(np.arange(1, groups + 1))
    g = rng.permutation(np.repeat(np.arange(groups) * 3 - 4, sizes))
    case("GroupKFold", GroupKFold(k), len(g), groups=g, k=k)
    case("LeaveOneGroupOut", LeaveOneGroupOut(), len(g), groups=g)
    t = rng.choice(2, len(g))
    case("StratifiedGroupKFold", StratifiedGroupKFold(k), len(g), t, g, k=k)
for _ in range(6):
    g = rng.choice(17, 120)
    t = (g % 3 + rng.choice(2, 120)) % 3
    case("StratifiedGroupKFold", StratifiedGroupKFold(4), 120, t, g, k=4)
case("LeaveOneOut", LeaveOneOut(), 6)
for n, k, gap in ((12, 3, 0), (14, 4, 0), (20, 3, 2)):
    case("TimeSeriesSplit", TimeSeriesSplit(k, gap=gap), n, k=k, gap=gap, train=True)

print("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]")
