"""Solves what LIBLINEAR can solve: liblinear.py DIR.

LIBLINEAR's C is 1/(nλ). It has weights of classes, but of samples only by
repetition, and a penalty on the bias, which data that are made symmetric do
without: there b = 0 is best. For others the
features are centred, the bias feature is large, so that it needs little weight,
and of several such that with the least loss is taken; the dual methods get slow
by that and are given symmetric data only.
"""

import re
import subprocess
import tempfile

import numpy as np
from exchange import answer, made_by, problems

train = "liblinear-train"
version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "liblinear-tools"], capture_output=True, text=True)
made_by(f"LIBLINEAR, liblinear-tools {version.stdout}")

# -s by the learner and whether there is L1.
primal = {
    ("logistic", 0): [0],
    ("logistic", 1): [6],
    ("one-vs-rest", 0): [0],
    ("squared hinge", 0): [2],
    ("squared hinge", 1): [5],
    ("one-vs-rest squared hinge", 0): [2],
}
dual = {("logistic", 0): [7], ("squared hinge", 0): [1], ("hinge", 0): [3], ("Crammer-Singer", 0): [4]}


def solve(p, x, method, bias):
    t = p.t
    if not p.balanced:
        t, rows = p.repeated()
        x = rows(x)
    with tempfile.TemporaryDirectory() as d:
        with open(f"{d}/data", "w") as f:
            for row, t in zip(x, t):
                print(t, *[f"{j + 1}:{v:.17g}" for j, v in enumerate(row)], file=f)
        command = [train, "-q", "-s", method, "-c", f"{p.c():.17g}", "-e", "1e-12", "-B", bias]
        for k, weight in enumerate(p.class_weights()):
            command += [f"-w{k}", f"{weight:.17g}"]
        command += [f"{d}/data", f"{d}/model"]
        subprocess.run([str(c) for c in command], check=True, stdout=subprocess.DEVNULL)
        with open(f"{d}/model") as f:
            head, rows = f.read().split("\nw\n")
    labels = [int(t) for t in re.search(r"^label (.*)$", head, re.M).group(1).split()]
    w = np.array([[float(v) for v in row.split()] for row in rows.splitlines()]).T
    if len(w) == 1:  # the score of the label that comes first
        w = w if labels[0] == 1 else -w
    else:
        w = w[np.argsort(labels)]
    return (w, np.zeros(len(w))) if bias < 0 else (w[:, :-1], w[:, -1] * bias)


def objective(p, x, w, b):
    sign = 2 * p.t[:, None] - 1 if len(w) == 1 else 2 * p.one_hot() - 1
    margin = sign * (x @ w.T + b)
    loss = np.maximum(0, 1 - margin) ** 2 if "squared hinge" in p.learner else np.logaddexp(0, -margin)
    return p.s @ loss.sum(axis=1) / p.s.sum() + p.lam * (p.ratio * abs(w).sum() + (1 - p.ratio) / 2 * (w**2).sum())


for p in problems("logistic", "one-vs-rest", "one-vs-rest squared hinge", "hinge", "squared hinge", "Crammer-Singer"):
    if not (p.whole or p.balanced) or p.lam == 0 or 0 < p.ratio < 1:
        continue
    if p.data.endswith(("mirrored", "cyclic")):
        for method in primal.get((p.learner, p.ratio), []) + dual.get((p.learner, p.ratio), []):
            answer(p, f"-s {method}", *solve(p, p.x, method, -1))
        continue
    x, back = p.centred()
    for method in primal.get((p.learner, p.ratio), []):
        solutions = [solve(p, x, method, bias) for bias in [1e2, 1e4, 1e6]]
        answer(p, f"-s {method} -B", *back(*min(solutions, key=lambda a: objective(p, x, *a))))
