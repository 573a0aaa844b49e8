"""Writes calibrated.json: classifiers calibrated by cross-validation.

    /usr/bin/python3 calibrated.py > calibrated.json     what is recorded
    /usr/bin/python3 calibrated.py 1                     other random numbers

The probabilities are those of scikit-learn's CalibratedClassifierCV. Its sigmoid
stops early; here it is the zero of the gradient in 30 digits, by mpmath, and the
probabilities with its own one must be within 1e-3 of these. The learner is least
squares, which has a closed form. Thresholds are chosen from scikit-learn's curves
of its out-of-fold scores.
"""

import json
import sys

import mpmath
import numpy as np
import sklearn.calibration
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.metrics import precision_recall_curve, roc_curve
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB

mpmath.mp.dps = 30
rng = np.random.RandomState(7 + 1000 * int(sys.argv[1] if len(sys.argv) > 1 else 0))
early = sklearn.calibration._sigmoid_calibration


def tight(z, t, s=None):
    s = np.ones(len(t)) if s is None else s
    a0, b0 = early(z, t, s)
    n1, n0 = s[t == 1].sum(), s[t != 1].sum()
    tau = [(mpmath.mpf(n1) + 1) / (mpmath.mpf(n1) + 2) if c == 1 else 1 / (mpmath.mpf(n0) + 2) for c in t]

    def gradient(a, b):
        g = [w * (c - 1 / (1 + mpmath.exp(a * v + b))) for v, w, c in zip(map(mpmath.mpf, z), map(mpmath.mpf, s), tau)]
        return [mpmath.fsum(d * v for d, v in zip(g, map(mpmath.mpf, z))), mpmath.fsum(g)]

    a, b = mpmath.findroot(gradient, (a0, b0), tol=1e-25)
    return float(a), float(b)


class LeastSquares(ClassifierMixin, BaseEstimator):
    """Least squares of ±1 for two classes, and of 0 and 1 for each of several."""

    def fit(self, X, t, sample_weight=None):
        s = np.ones(len(t)) if sample_weight is None else sample_weight
        self.classes_ = np.unique(t)
        code = 2.0 * t - 1 if len(self.classes_) == 2 else (t[:, None] == self.classes_).astype(float)
        root = np.sqrt(s)[:, None]
        x = np.hstack([X, np.ones((len(X), 1))])
        self.w_ = np.linalg.lstsq(root * x, root * code.reshape(len(t), -1), rcond=None)[0]
        return self

    def decision_function(self, X):
        z = np.hstack([X, np.ones((len(X), 1))]) @ self.w_
        return z[:, 0] if z.shape[1] == 1 else z

    def predict(self, X):
        z = self.decision_function(X)
        return self.classes_[(z >= 0).astype(int) if z.ndim == 1 else z.argmax(1)]


def calibrated(of, method, ensemble, x, t, s):
    m = CalibratedClassifierCV(of, method=method, cv=StratifiedKFold(5), ensemble=ensemble)
    return m.fit(x, t, sample_weight=s).predict_proba(x)


cases = []
for n, d, classes, weighted in ((60, 3, 2, False), (80, 2, 2, True), (90, 3, 3, False), (120, 4, 4, True)):
    t = rng.permutation(np.arange(n) % classes)
    x = np.round(1.2 * rng.normal(size=(classes, d))[t] + 1.3 * rng.normal(size=(n, d)), 3)
    s = np.round(0.2 + rng.rand(n), 3) if weighted else None
    c = {"x": x.tolist(), "t": t.tolist(), "s": s.tolist() if weighted else None, "classes": classes, "proba": {}}
    for ensemble in (False, True):
        name = "ensemble" if ensemble else "one model"
        c["proba"]["isotonic, " + name] = calibrated(LeastSquares(), "isotonic", ensemble, x, t, s).tolist()
        sklearn.calibration._sigmoid_calibration = early
        rough = calibrated(LeastSquares(), "sigmoid", ensemble, x, t, s)
        sklearn.calibration._sigmoid_calibration = tight
        exact = calibrated(LeastSquares(), "sigmoid", ensemble, x, t, s)
        assert np.abs(rough - exact).max() < 1e-3
        c["proba"]["sigmoid, " + name] = exact.tolist()
        if classes > 2:
            c["proba"]["Bayes, " + name] = calibrated(GaussianNB(var_smoothing=0), "isotonic", ensemble, x, t, s).tolist()
    if classes == 2 and not weighted:
        z = cross_val_predict(LeastSquares(), x, t, cv=StratifiedKFold(5), method="decision_function")
        fpr, tpr, threshold = roc_curve(t, z, drop_intermediate=False)
        c["youden"] = threshold[np.argmax(tpr - fpr)]
        precision, recall, threshold = precision_recall_curve(t, z)
        reached = [(r, th) for p, r, th in zip(precision, recall, threshold) if p >= 0.75]
        c["precise"] = max(reached)[1]
    cases.append(c)

print("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]")
