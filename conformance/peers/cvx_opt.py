"""Solves the hinge losses as quadratic programs, with CVXOPT: cvx_opt.py DIR.

CVXOPT minimises ½uᵀPu + qᵀu for Gu ≤ h. Here u is W and
b of the standardised features, row by row, and the losses ξ of the samples,
with one of them for each wrong class if the loss is their sum; L1 adds the
absolute values of W. Of K classes the first has the row 0.
"""

import cvxopt
import numpy as np
from cvxopt import matrix, solvers, spmatrix
from exchange import answer, made_by, problems

made_by(f"CVXOPT {cvxopt.__version__}")
solvers.options.update(show_progress=False, abstol=1e-13, reltol=1e-12, feastol=1e-12, maxiters=200)


class Triplets:
    """A sparse matrix to be filled row by row."""

    def __init__(self):
        self.v, self.i, self.j, self.right = [], [], [], []

    def row(self, columns, values, right):
        self.v += [float(v) for v in values]
        self.i += [len(self.right)] * len(values)
        self.j += list(columns)
        self.right.append(float(right))

    def matrix(self, columns):
        return spmatrix(self.v, self.i, self.j, (len(self.right), columns)), matrix(self.right)


def program(p):
    x, sd, back = p.standardised()
    x = np.column_stack([x, np.ones(len(x))])
    n, d = x.shape
    binary = p.learner in ("hinge", "squared hinge")
    k = 1 if binary else p.classes() - 1  # rows of W b
    each = k if p.learner == "Weston-Watkins" else 1  # ξ of a sample
    ones = p.lam * p.ratio > 0
    xi, absolute = k * d, k * d + n * each
    size = absolute + ones * d
    q, P, g = np.zeros(size), Triplets(), Triplets()
    l2 = np.append(p.lam * (1 - p.ratio) / sd**2, 0)
    for r in range(k * d):  # the squares of rows less their mean, the missing one included
        columns = range(r % d, k * d, d)
        P.row(columns, [l2[r % d] * ((c == r) - (not binary) / (k + 1)) for c in columns], 0)
    share = np.repeat(p.s / p.s.sum(), each)
    if p.learner != "squared hinge":
        q[xi:absolute] = share
    for c in range(xi, size):
        curved = p.learner == "squared hinge" and c < absolute
        P.row([c], [2 * share[c - xi] if curved else 0], 0)
    for i in range(n):
        t = int(p.t[i])
        if binary:
            g.row([*range(d), xi + i], [*((1 - 2 * t) * x[i]), -1], -1)
            continue
        for r, other in enumerate(c for c in range(k + 1) if c != t):
            columns, values = [xi + i * each + r % each], [-1]
            for c, sign in [(other, 1), (t, -1)]:
                if c > 0:
                    columns += range(c * d - d, c * d)
                    values += [*(sign * x[i])]
            g.row(columns, values, -1)
    for c in range(xi, absolute):
        g.row([c], [-1], 0)
    if ones:
        q[absolute:] = np.append(p.lam * p.ratio / sd, 0)
        for j in range(d):
            for sign in 1, -1:
                g.row([j, absolute + j], [sign, -1], 0)
    u = np.array(solvers.qp(P.matrix(size)[0], matrix(q), *g.matrix(size))["x"]).ravel()
    w = u[:xi].reshape(k, d)
    if not binary:
        w = np.vstack([np.zeros(d), w])
        w -= w.mean(axis=0)
    return back(w[:, :-1], w[:, -1])


for p in problems("hinge", "squared hinge", "Crammer-Singer", "Weston-Watkins"):
    if p.lam > 0 and len(p.t) * p.classes() < 4000:
        answer(p, "qp", *program(p))
