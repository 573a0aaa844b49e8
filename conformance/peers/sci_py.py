"""Minimises the modified Huber loss with SciPy, as the formula has it, in the units
of the standard deviations: sci_py.py DIR. scikit-learn has the loss for stochastic
descent only (SGDClassifier), which keeps few digits.
"""

import numpy as np
import scipy
from exchange import answer, made_by, problems
from scipy.optimize import minimize

made_by(f"SciPy {scipy.__version__}")

for p in problems("modified huber"):
    x, sd, back = p.standardised()
    sign, share, l2 = 2 * p.t - 1, p.s / p.s.sum(), p.lam / sd**2

    def objective(u):
        w, margin = u[:-1], sign * (x @ u[:-1] + u[-1])
        inside = np.maximum(0, 1 - margin)
        loss = np.where(margin >= -1, inside**2, -4 * margin)
        slope = share * sign * np.where(margin >= -1, -2 * inside, -4)
        return share @ loss + l2 @ w**2 / 2, np.append(x.T @ slope + l2 * w, slope.sum())

    limits = {"maxiter": 100000, "maxfun": 1000000, "maxcor": 50, "ftol": 0, "gtol": 1e-12}
    u = np.zeros(x.shape[1] + 1)
    for _ in range(3):  # from where it has come to, with an empty memory
        u = minimize(objective, u, jac=True, method="L-BFGS-B", options=limits).x
    answer(p, "L-BFGS-B", *back(u[:-1], u[-1]))
