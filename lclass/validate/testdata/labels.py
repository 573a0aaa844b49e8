"""Writes labels.json: cross-validation of classifiers of sets of labels.

    /usr/bin/python3 labels.py > labels.json     what is recorded
    /usr/bin/python3 labels.py 1                 other random numbers

The learner is a logistic regression of each label by scikit-learn, fitted as
tightly as it can be; λ multiplies ½‖w‖² against the weighted mean loss, so that
C = 1/(λΣs). The folds are those of KFold, shuffled or not. The log-loss is summed
over the labels.
"""

import json
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, hamming_loss, label_ranking_loss, log_loss
from sklearn.model_selection import KFold

rng = np.random.RandomState(11 + 1000 * int(sys.argv[1] if len(sys.argv) > 1 else 0))
problems = []
for n, d, labels, weighted, seed in ((80, 3, 3, False, None), (100, 4, 4, True, 3)):
    x = np.round(rng.normal(size=(n, d)), 3)
    t = (x @ rng.normal(size=(d, labels)) + 0.7 * rng.normal(size=(n, labels)) > 0.3).astype(int)
    s = np.round(0.2 + rng.rand(n), 3) if weighted else np.ones(n)
    folds = list((KFold(5) if seed is None else KFold(5, shuffle=True, random_state=seed)).split(x))
    grid = [1.0, 0.1, 0.01]
    p = {"x": x.tolist(), "t": t.tolist(), "s": s.tolist() if weighted else None, "grid": grid, "seed": seed, "scores": {}}
    names = ["exact match", "Hamming loss", "micro F1", "macro F1", "label log-loss", "ranking loss"]
    for name in names:
        p["scores"][name] = [[0] * 5 for _ in grid]
    for i, lam in enumerate(grid):
        out = np.zeros((n, labels))
        for k, (train, test) in enumerate(folds):
            w = s[test]
            y = np.zeros((len(test), labels))
            for label in range(labels):
                of = LogisticRegression(C=1 / (lam * s[train].sum()), solver="newton-cholesky", tol=1e-12, max_iter=1000)
                y[:, label] = of.fit(x[train], t[train, label], s[train]).predict_proba(x[test])[:, 1]
            out[test] = y
            hard = (y >= 0.5).astype(int)
            loss = sum(log_loss(t[test, j], y[:, j], sample_weight=w, labels=[0, 1]) for j in range(labels))
            for name, v in zip(names, (
                    accuracy_score(t[test], hard, sample_weight=w), hamming_loss(t[test], hard, sample_weight=w),
                    f1_score(t[test], hard, average="micro", sample_weight=w),
                    f1_score(t[test], hard, average="macro", sample_weight=w), loss,
                    label_ranking_loss(t[test], y, sample_weight=w))):
                p["scores"][name][i][k] = v
        if i == 1:
            p["predicted"] = out.tolist()
    problems.append(p)

print("[\n" + ",\n".join(json.dumps(p, separators=(",", ":")) for p in problems) + "\n]")
