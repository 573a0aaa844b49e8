"""Writes density.json: samples with the maximum of their likelihood, standard
errors, covariances and log-likelihoods, in two ways.

    python3 density.py > density.json

"mpmath": the gradient's root and the second derivatives there with 40 digits.
"statsmodels": GenericLikelihoodModel, whose standard errors come from second
differences and so have about half the digits.
"""

import json
import warnings

import mpmath as mp
import numpy as np
from scipy import optimize, stats
from statsmodels.base.model import GenericLikelihoodModel

mp.mp.dps = 40
warnings.simplefilter("ignore")
rng = np.random.RandomState(2)


def gamma(x, k, s):
    return (k - 1) * mp.log(x) - x / s - mp.loggamma(k) - k * mp.log(s)


def weibull(x, k, s):
    return mp.log(k / s) + (k - 1) * mp.log(x / s) - (x / s) ** k


def logistic(x, m, s):
    z = (x - m) / s
    return -z - mp.log(s) - 2 * mp.log1p(mp.exp(-z))


def beta(x, a, b):
    return (a - 1) * mp.log(x) + (b - 1) * mp.log(1 - x) + mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b)


def cauchy(x, m, s):
    return -mp.log(mp.pi * s) - mp.log1p(((x - m) / s) ** 2)


def student(x, m, s, v):
    z = (x - m) / s
    return (mp.loggamma((v + 1) / 2) - mp.loggamma(v / 2) - mp.log(mp.pi * v) / 2 - mp.log(s)
            - (v + 1) / 2 * mp.log1p(z * z / v))


def normal(x, m, s):
    return -mp.log(2 * mp.pi * s * s) / 2 - ((x - m) / s) ** 2 / 2


def mixture(x, p, m, s, n, t):
    return mp.log(p * mp.exp(normal(x, m, s)) + (1 - p) * mp.exp(normal(x, n, t)))


def digits(name, logpdf, x, start):
    sample = [mp.mpf(v) for v in x]

    def l(*theta):
        return mp.fsum(logpdf(v, *theta) for v in sample)

    p = len(start)

    def order(*at):
        return tuple(sum(1 for a in at if a == i) for i in range(p))

    def gradient(*theta):
        return [mp.diff(l, theta, order(i)) if p > 1 else mp.diff(l, theta[0]) for i in range(p)]

    theta = [mp.mpf(float(v)) for v in start]
    for _ in range(50):  # Newton
        h = mp.matrix(p, p)
        for i in range(p):
            for j in range(i + 1):
                h[i, j] = h[j, i] = mp.diff(l, theta, order(i, j))
        step = mp.lu_solve(h, mp.matrix(gradient(*theta)))
        theta = [theta[i] - step[i] for i in range(p)]
        if max(abs(step[i] / theta[i]) for i in range(p)) < mp.mpf(10) ** -15:
            break
    else:
        raise ValueError(name)
    for i in range(p):
        for j in range(i + 1):
            h[i, j] = h[j, i] = mp.diff(l, theta, order(i, j))
    cov = -(h ** -1)
    return {"distribution": name, "peer": "mpmath", "x": list(map(float, x)), "theta": [float(v) for v in theta],
            "se": [float(mp.sqrt(cov[i, i])) for i in range(p)],
            "cov": [[float(cov[i, j]) for j in range(p)] for i in range(p)], "loglik": float(l(*theta))}


def model(name, logpdf, x, start):
    class Model(GenericLikelihoodModel):
        def loglikeobs(self, params):
            return logpdf(self.endog, *params)

    fit = Model(x, np.ones((len(x), len(start)))).fit(start_params=start, method="nm", maxiter=20000, maxfun=20000,
                                                     xtol=1e-12, ftol=1e-14, disp=0)
    return {"distribution": name, "peer": "statsmodels", "x": x.tolist(), "theta": fit.params.tolist(),
            "se": fit.bse.tolist(), "cov": fit.cov_params().tolist(), "loglik": float(fit.llf)}


g = rng.gamma(2.5, 3, 40)
w = 1e-3 * rng.weibull(1.7, 40)
lo = rng.logistic(5, 2, 40)
b = rng.beta(2, 0.7, 40)
c = rng.standard_cauchy(40)
t = 10 + 3 * rng.standard_t(4, 120)
m = np.concatenate([rng.normal(0, 1, 60), rng.normal(4, 1.5, 40)])


def near(q):
    p, mu, s, nu, tau = q
    if not (0 < p < 1 and s > 0 and tau > 0):
        return np.inf
    return -np.log(p * stats.norm.pdf(m, mu, s) + (1 - p) * stats.norm.pdf(m, nu, tau)).sum()


mixture_start = optimize.minimize(near, (0.6, 0, 1, 4, 1.5), method="Nelder-Mead",
                                  options={"xatol": 1e-8, "fatol": 1e-12, "maxiter": 20000, "maxfev": 20000}).x
student_start = stats.t.fit(t)
cases = [
    digits("gamma", gamma, g, (lambda f: (f[0], f[2]))(stats.gamma.fit(g, floc=0))),
    digits("weibull", weibull, w, (lambda f: (f[0], f[2]))(stats.weibull_min.fit(w, floc=0))),
    digits("logistic", logistic, lo, stats.logistic.fit(lo)),
    digits("beta", beta, b, stats.beta.fit(b, floc=0, fscale=1)[:2]),
    digits("cauchy", cauchy, c, stats.cauchy.fit(c)),
    digits("student", student, t, (student_start[1], student_start[2], student_start[0])),
    digits("mixture", mixture, m, mixture_start),
    model("gamma", lambda x, k, s: stats.gamma.logpdf(x, k, scale=s), g, (2, 3)),
    model("logistic", stats.logistic.logpdf, lo, (5, 2)),
    model("beta", stats.beta.logpdf, b, (2, 1)),
]
print("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]")
