"""Writes likelihood.json: samples with scipy's fits and log-likelihoods.

    python3 likelihood.py > likelihood.json

Where scipy has no fit (Bernoulli, Poisson) the likelihood is maximised
numerically.
"""

import json

import numpy as np
from scipy import optimize, stats

rng = np.random.RandomState(1)


def case(name, x, fitted, logpdf, elsewhere):
    return {
        "distribution": name,
        "x": x.tolist(),
        "fit": list(fitted),
        "loglik": float(np.sum(logpdf(x, *fitted))),
        "elsewhere": list(elsewhere),
        "loglik_elsewhere": float(np.sum(logpdf(x, *elsewhere))),
    }


def best(logpmf, x, low, high):
    found = optimize.minimize_scalar(lambda p: -np.sum(logpmf(x, p)), bounds=(low, high), method="bounded",
                                     options={"xatol": 1e-12})
    return (float(found.x),)


normal = rng.normal(3, 2, 25)
shifted = 1e6 + rng.normal(0, 1e-2, 25)
waits = rng.exponential(1 / 1.7, 25)
flips = (rng.rand(25) < 0.3).astype(float)
events = rng.poisson(4.2, 25).astype(float)
cases = [
    case("normal", normal, stats.norm.fit(normal), stats.norm.logpdf, (0, 1)),
    case("normal", shifted, stats.norm.fit(shifted), stats.norm.logpdf, (1e6, 1)),
    case("exponential", waits, (1 / stats.expon.fit(waits, floc=0)[1],),
         lambda x, rate: stats.expon.logpdf(x, scale=1 / rate), (0.5,)),
    case("bernoulli", flips, best(stats.bernoulli.logpmf, flips, 0, 1), stats.bernoulli.logpmf, (0.9,)),
    case("poisson", events, best(stats.poisson.logpmf, events, 0, 50), stats.poisson.logpmf, (2.5,)),
]
print("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]")
