"""DeLong's variance and test, by their definition with all pairs. See peer.py.

DeLong, DeLong and Clarke-Pearson (1988), equations 2 to 5. Weights are copies.
"""

import numpy as np
from peer import case, random_state, write
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

rng = random_state(6)


def make(name, t, z, z2, s=None):
    t, z, z2 = np.asarray(t), np.asarray(z, float), np.asarray(z2, float)
    times = np.ones(len(t), int) if s is None else s.astype(int)
    many = np.repeat(t, times)
    areas, v10, v01 = [], [], []
    for scores in (z, z2):
        x, y = (np.repeat(scores, times)[many == c] for c in (1, 0))
        psi = (x[:, None] > y) + 0.5 * (x[:, None] == y)
        areas.append(psi.mean())
        assert np.isclose(psi.mean(), roc_auc_score(many, np.repeat(scores, times)))
        v10.append(psi.mean(axis=1))
        v01.append(psi.mean(axis=0))
    m, n = len(v10[0]), len(v01[0])
    cov = np.cov(v10) / m + np.cov(v01) / n
    sd = np.sqrt(cov[0, 0] + cov[1, 1] - 2 * cov[0, 1])
    d = areas[0] - areas[1]
    q = norm.ppf(0.975)
    want = {
        "DeLong": [areas[0], np.sqrt(cov[0, 0]), max(0, areas[0] - q * np.sqrt(cov[0, 0])), min(1, areas[0] + q * np.sqrt(cov[0, 0]))],
        "DeLong of two": [areas[1], np.sqrt(cov[1, 1]), d, sd, max(-1, d - q * sd), min(1, d + q * sd)],
        "DeLong test": [d / sd, 2 * norm.sf(abs(d / sd))] if (v10[0] != v10[1]).any() else [0, 1],
    }
    return case(name, want, t=t, z=z, z2=[z2.tolist()], s=s)


cases = []
for n in (10, 40, 150):
    for levels in (5, 0):
        for weighted in (False, True):
            t = rng.randint(2, size=n)
            t[:6] = 0, 1, 0, 1, 0, 1
            z, z2 = rng.randn(n) + t, rng.randn(n) + 0.5 * t
            if levels:
                z, z2 = np.floor(z * levels / 4), np.floor(z2 * levels / 4)
            s = (rng.randint(3, size=n) + (np.arange(n) < 6)).astype(float) if weighted else None
            cases.append(make(f"n={n} levels={levels}" + " weighted" * weighted, t, z, z2, s))
write(cases)
