"""Reliability curves of random and degenerate probabilities. See peer.py.

scikit-learn's calibration_curve takes no weights: samples are repeated.
"""

import numpy as np
from peer import case, random_state, write
from sklearn.calibration import calibration_curve

rng = random_state(4)


def make(name, t, p, k, s=None):
    t, p = np.asarray(t), np.asarray(p, float)
    times = np.ones(len(t), int) if s is None else s.astype(int)
    want = {}
    for strategy in ("uniform", "quantile"):
        o, q = calibration_curve(np.repeat(t, times), np.repeat(p, times), n_bins=k, strategy=strategy, pos_label=1)
        want |= {f"{strategy} observed": o, f"{strategy} predicted": q}
    return case(name, want, k=k, t=t, z=p, s=s)


cases = [
    make("perfect", [0, 1, 1, 0], [0, 1, 1, 0], 5),
    make("constant", [0, 1, 1, 0], [0.3] * 4, 10),
    make("one sample", [1], [0.25], 4),
    make("on the edges", [0, 1] * 5 + [1], np.arange(11) / 10, 10),
]
for n in (5, 20, 100):
    for digits in (1, 2, 16):
        for weighted in (False, True):
            p = rng.rand(n).round(digits)
            t = (rng.rand(n) < p).astype(int)
            s = (rng.randint(4, size=n) + (np.arange(n) == 0)).astype(float) if weighted else None
            for k in (3, 10):
                cases.append(make(f"n={n} digits={digits} k={k}" + " weighted" * weighted, t, p, k, s))
write(cases)
