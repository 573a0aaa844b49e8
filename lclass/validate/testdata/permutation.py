"""Writes permutation.json: numpy's legacy permutations and scikit-learn's splits.

    python3 permutation.py > permutation.json

Long permutations are recorded by their first numbers and a checksum,
Σ (i+1)·pᵢ modulo 2³².
"""

import json

import numpy as np
from sklearn.model_selection import train_test_split

permutations = []
for n in (0, 1, 2, 3, 10, 64, 65, 714, 1797, 60000):
    for seed in (0, 1, 42, 2**31, 2**32 - 1):
        p = np.random.RandomState(seed).permutation(n)
        checksum = int(np.sum((np.arange(n, dtype=object) + 1) * p)) % 2**32 if n else 0
        permutations.append({"n": n, "seed": seed, "first": p[:10].tolist(), "checksum": checksum})

splits = []
for n in (5, 10, 11, 99, 714, 1797):
    for share in (0.1, 0.2, 0.25, 0.5):
        train, test = train_test_split(np.arange(n), test_size=share, random_state=7)
        kept, last = train_test_split(np.arange(n), test_size=share, shuffle=False)
        splits.append({"n": n, "share": share, "seed": 7, "train": train[:5].tolist(), "test": test[:5].tolist(),
                       "count": len(test), "unshuffled": [int(kept[-1]), int(last[0])]})


def lines(rows):
    return "[\n" + ",\n".join(json.dumps(r, separators=(",", ":")) for r in rows) + "\n]"


print('{"permutations":%s,\n"splits":%s}' % (lines(permutations), lines(splits)))
