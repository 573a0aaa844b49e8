"""What the scripts here have in common: cases with what scikit-learn says of them.

    /usr/bin/python3 metrics.py > metrics.json     what is recorded
    /usr/bin/python3 metrics.py 1                  other random numbers

Answers are lists of numbers; null is NaN. What scikit-learn refuses, or can only
fill in (its zero_division), is NaN as well, or left out.
"""

import json
import sys
import warnings

import numpy as np

warnings.simplefilter("ignore")


def random_state(seed):
    return np.random.RandomState(seed + 1000 * int(sys.argv[1] if len(sys.argv) > 1 else 0))


def numbers(v):
    return [None if np.isnan(x) else x for x in np.ravel(np.asarray(v, float)).tolist()]


def case(name, want, **given):
    given = {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in given.items()}
    return {"name": name, **given, "want": {k: numbers(v) for k, v in want.items()}}


def write(cases):
    print("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]")
