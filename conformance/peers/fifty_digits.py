"""Newton's method in 50 decimal digits, for problems without a penalty:
fifty_digits.py DIR. Where the peers differ this says who is right.
"""

import mpmath
import numpy as np
from exchange import answer, made_by, problems
from mpmath import mp, mpf

mp.dps = 50
made_by(f"mpmath {mpmath.__version__}, {mp.dps} digits")


def eliminate(a, right):
    """Solves a u = right for the columns of right; a pivot that is nothing but
    rounding leaves its unknown out, NaN."""
    n = len(a)
    a = [row[:] + r[:] for row, r in zip(a, right)]
    scale = [a[i][i] for i in range(n)]
    out = [a[i][i] == 0 for i in range(n)]
    for i in range(n):
        out[i] = out[i] or abs(a[i][i]) < scale[i] * mpf(10) ** -30
        if out[i]:
            continue
        for j in range(i + 1, n):
            f = a[j][i] / a[i][i]
            if f != 0:
                a[j] = [u - f * v for u, v in zip(a[j], a[i])]
    x = [None] * n
    for i in reversed(range(n)):
        x[i] = [
            mp.nan if out[i] else (r - mp.fdot((a[i][j], x[j][c]) for j in range(i + 1, n) if not out[j])) / a[i][i]
            for c, r in enumerate(a[i][n:])
        ]
    return x


def newton(x, s, k, residual):
    """Minimises Σ s ℓ(Θx) over k rows Θ; residual gives ∂ℓ/∂z and ∂²ℓ/∂z²."""
    d = len(x[0])
    theta = [mpf(0)] * (k * d)
    for _ in range(100):
        g, h = [mpf(0)] * (k * d), [[mpf(0)] * (k * d) for _ in range(k * d)]
        for i, row in enumerate(x):
            z = [mp.fdot(row, theta[c * d : (c + 1) * d]) for c in range(k)]
            r, curvature = residual(i, z)
            for a in range(k):
                for j in range(d):
                    g[a * d + j] += s[i] * r[a] * row[j]
                for b in range(a + 1):
                    f = s[i] * curvature[a][b]
                    for j in range(d):
                        fj = f * row[j]
                        if fj != 0:
                            target = h[a * d + j]
                            for l in range(d):
                                target[b * d + l] += fj * row[l]
        for a in range(k * d):
            for b in range(a // d * d + d, k * d):
                h[a][b] = h[b][a]
        step = [0 if mp.isnan(u) else u for (u,) in eliminate(h, [[v] for v in g])]
        theta = [u - v for u, v in zip(theta, step)]
        if max(abs(v) for v in step) < max(abs(u) for u in theta) * mpf(10) ** -40:
            inverse = eliminate(h, [[mpf(i == j) for j in range(k * d)] for i in range(k * d)])
            variance = [inverse[i][i] for i in range(k * d)]
            return [mp.nan if mp.isnan(v) else u for u, v in zip(theta, variance)], variance, inverse
    raise ArithmeticError("Newton's method does not converge")


def probabilities(z):
    e = [mp.exp(v) for v in [mpf(0)] + z]
    total = mp.fsum(e)
    return [v / total for v in e]


def logistic(t):
    def residual(i, z):
        y = probabilities(z)[1:]
        r = [v - (c + 1 == t[i]) for c, v in enumerate(y)]
        return r, [[ya * ((a == b) - yb) for b, yb in enumerate(y)] for a, ya in enumerate(y)]

    return residual


def hc0(x, s, theta, inverse, residual):
    """Standard errors by the sandwich, of one row Θ, W first."""
    influence = [s[i] * residual(i, [mp.fdot(row, theta)])[0][0] for i, row in enumerate(x)]
    se = [mp.sqrt(mp.fsum((r * mp.fdot(inner, row)) ** 2 for r, row in zip(influence, x))) for inner in inverse]
    return se[1:] + se[:1]


def tests(theta, se, freedom=None):
    """The statistics, W first, and the probabilities of what is as far from 0:
    normal, or t with degrees of freedom."""
    z = [u / v for u, v in zip(theta[1:] + theta[:1], se[1:] + se[:1])]
    if freedom is None:
        return {"statistics": z, "p": [mp.erfc(abs(v) / mp.sqrt(2)) for v in z]}
    tail = lambda t: mp.betainc(mpf(freedom) / 2, mpf(1) / 2, 0, freedom / (freedom + t * t), regularized=True)
    return {"statistics": z, "p": [v if mp.isnan(v) else tail(v) for v in z]}


for p in problems("logistic", "softmax", "linear"):
    x = [[mpf(1)] + [mpf(float(v)) for v in row] for row in p.x]
    s, t, d = [mpf(float(v)) for v in p.s], p.t, len(x[0])
    if p.lam > 0 or len(x) <= d or d > 12:
        continue
    if p.learner == "linear":
        y = [mpf(float(v)) for v in t]
        squared = lambda i, z: ([z[0] - y[i]], [[mpf(1)]])
        theta, variance, inverse = newton(x, s, 1, squared)
        known = [0 if mp.isnan(u) else u for u in theta]
        deviance = mp.fsum(si * (mp.fdot(row, known) - yi) ** 2 for si, row, yi in zip(s, x, y))
        freedom = len(x) - sum(not mp.isnan(u) for u in theta)
        se = [mp.sqrt(v * deviance / freedom) for v in variance]
        more = {"deviance": deviance, "standard errors": se[1:] + se[:1], **tests(theta, se, freedom)}
        more["HC0 errors"] = hc0(x, s, theta, inverse, squared)
        answer(p, "normal equations", theta[1:], theta[0], more)
        continue
    k = p.classes() - 1
    theta, variance, inverse = newton(x, s, k, logistic(t))
    known = [0 if mp.isnan(u) else u for u in theta]
    deviance = -2 * mp.fsum(
        si * mp.log(probabilities([mp.fdot(row, known[c * d : (c + 1) * d]) for c in range(k)])[ti])
        for si, row, ti in zip(s, x, t)
    )
    rows, se = np.reshape(theta, (k, d)), np.reshape([mp.sqrt(v) for v in variance], (k, d))
    if p.learner == "softmax":
        rows = np.vstack([[mpf(0)] * d, rows])
    more = {"deviance": deviance, "standard errors": np.hstack([se[:, 1:].ravel(), se[:, 0]])}
    if p.learner == "logistic":
        more |= {**tests(theta, list(se[0])), "HC0 errors": hc0(x, s, theta, inverse, logistic(t))}
    answer(p, "Newton", rows[:, 1:], rows[:, 0], more)
