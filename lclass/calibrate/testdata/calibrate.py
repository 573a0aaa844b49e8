"""Platt's sigmoid and isotonic regression of random and degenerate scores.

    /usr/bin/python3 calibrate.py > calibrate.json     what is recorded
    /usr/bin/python3 calibrate.py 1                    other random numbers

The sigmoid is the zero of the gradient in 30 digits, by mpmath; scikit-learn's,
whose minimiser stops early, must be as near to it as that allows, 1e-4 in the
probabilities. Isotonic regression is scikit-learn's, and so are probabilities of
several classes by it.
"""

import json
import sys

import mpmath
import numpy as np
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV, _sigmoid_calibration
from sklearn.isotonic import IsotonicRegression

mpmath.mp.dps = 30
rng = np.random.RandomState(5 + 1000 * int(sys.argv[1] if len(sys.argv) > 1 else 0))


def platt(t, z, s):
    n1, n0 = s[t == 1].sum(), s[t == 0].sum()
    tau = [(mpmath.mpf(n1) + 1) / (mpmath.mpf(n1) + 2) if c else 1 / (mpmath.mpf(n0) + 2) for c in t]
    mean, sd = mpmath.mpf(z.mean()), mpmath.mpf(z.std())
    x = [(mpmath.mpf(v) - mean) / sd for v in z]

    def gradient(a, b):
        g = [w * (c - 1 / (1 + mpmath.exp(a * v + b))) for v, w, c in zip(x, map(mpmath.mpf, s), tau)]
        return [mpmath.fsum(d * v for d, v in zip(g, x)), mpmath.fsum(g)]

    f = np.array(x, float)
    a0, b0 = _sigmoid_calibration(f, t, s)
    a, b = mpmath.findroot(gradient, (a0, b0), tol=1e-25)
    assert np.abs(expit(-(a0 * f + b0)) - expit(-(float(a) * f + float(b)))).max() < 1e-4
    return [float(a / sd), float(b - a * mean / sd)]


def make(name, t, z, s=None):
    t, z = np.asarray(t), np.asarray(z, float)
    w = np.ones(len(t)) if s is None else s
    grid = np.concatenate([z, (z[:-1] + z[1:]) / 2, [z.min() - 1, z.max() + 1]])
    m = IsotonicRegression(out_of_bounds="clip").fit(z, t, w)
    c = {"name": name, "t": t.tolist(), "z": z.tolist(), "s": None if s is None else s.tolist()}
    c |= {"grid": grid.tolist(), "isotonic": m.predict(grid).tolist()}
    if len(set(z[w > 0])) > 1:
        c["platt"] = platt(t[w > 0], z[w > 0], w[w > 0])
    return c


class Scores(ClassifierMixin, BaseEstimator):
    """A classifier whose features are the scores of the classes."""

    def fit(self, z, t):
        self.classes_ = np.unique(t)
        return self

    def decision_function(self, X):
        return X


def several(n, k, s=None):
    t = np.concatenate([np.arange(k), rng.randint(k, size=n - k)])
    z = (rng.randn(n, k) + (t[:, None] == np.arange(k))).round(1)
    m = CalibratedClassifierCV(Scores().fit(z, t), cv="prefit", method="isotonic").fit(z, t, sample_weight=s)
    grid = np.concatenate([z, z + 0.05, 5 * z])
    return {
        "name": f"{k} classes" + " weighted" * (s is not None),
        "t": t.tolist(),
        "s": None if s is None else s.tolist(),
        "scores": z.tolist(),
        "gridScores": grid.tolist(),
        "classes": m.predict_proba(grid).tolist(),
    }


cases = [
    make("perfect", [0, 0, 1, 1], [1, 2, 3, 4]),
    make("all wrong", [1, 1, 0, 0], [1, 2, 3, 4]),
    make("constant", [0, 1, 1], [2, 2, 2]),
    make("one class", [1, 1, 1], [1, 2, 4]),
    make("one sample", [1], [0.5]),
    make("far from 0", [0, 1, 0, 1, 1], 1e3 + np.arange(5)),
    make("large", [0, 1, 0, 1, 1], 1e9 * np.array([-1, -0.5, 0.1, 0.4, 3])),
    make("an outlier", [0, 1, 0, 1, 1, 0], [1, 2, 3, 4, 5, 1000]),
    make("far apart", [0] * 30 + [1] * 30, np.concatenate([rng.randn(30) - 50, rng.randn(30) + 50])),
]
for n in (4, 20, 200):
    for digits in (0, 1, 16):
        for weighted in (False, True):
            z = (2 * rng.randn(n)).round(digits)
            t = (rng.rand(n) < expit(1.5 * z - 1)).astype(int)
            s = rng.rand(n) * (rng.rand(n) < 0.8) + 0.5 * (np.arange(n) < 2) if weighted else None
            cases.append(make(f"n={n} digits={digits}" + " weighted" * weighted, t, z, s))
for k in (3, 4, 6):
    cases += [several(30, k), several(40, k, rng.rand(40))]
print("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]")
