"""Solves what statsmodels can solve: stats_models.py DIR.

Newton's method goes on until nothing changes. statsmodels inverts matrices as
they come, so the features are standardised and the results put back into their
units. It has weights in GLM, where they are counts, and in WLS, where they are
precisions, and L1 with a free bias in Logit.
"""

import warnings

import numpy as np
import statsmodels
import statsmodels.api as sm
from exchange import answer, made_by, problems
from scipy.special import log_softmax

warnings.filterwarnings("ignore")
made_by(f"statsmodels {statsmodels.__version__}, numpy {np.__version__}")


def design(p):
    """The standardised features and the constant, and the matrix that takes
    their coefficients to those of the features as they are."""
    x, sd, _ = p.standardised()
    back = np.diag(np.append(1 / sd, 1))
    back[-1, :-1] = -p.x.mean(axis=0) / sd
    x = np.column_stack([x, np.ones(len(x))])
    return x, back, np.linalg.matrix_rank(x) == x.shape[1]


def standard_errors(fit, back):
    """Of the coefficients, one equation after the other."""
    cov, d = np.asarray(fit.cov_params()), len(back)
    parts = [back @ cov[i : i + d, i : i + d] @ back.T for i in range(0, len(cov), d)]
    return np.array([np.sqrt(np.diag(part)) for part in parts])


def tell(p, method, fit, back, full, more={}, with_p=True):
    """The answer; statistics and p are those of W, which have no units. GLM
    takes p from the normal distribution where t would be right."""
    theta = back @ fit.params
    if full:
        more = {**more, "standard errors": standard_errors(fit, back)[0], "statistics": fit.tvalues[:-1]}
        if with_p:
            more["p"] = fit.pvalues[:-1]
    answer(p, method, theta[:-1], theta[-1], more)


def whole(fit, deviance, null):
    return {"deviance": deviance, "null deviance": null, "AIC": fit.aic}


for p in problems("logistic"):
    x, back, full = design(p)
    if p.lam == 0:
        m = sm.GLM(p.t, x, family=sm.families.Binomial(), freq_weights=p.s)
        fit = m.fit(tol=1e-15, maxiter=100, tol_criterion="params", rtol=0)
        tell(p, "GLM", fit, back, full, whole(fit, fit.deviance, fit.null_deviance))
        if not p.weighted and full:
            fit = sm.Logit(p.t, x).fit(method="newton", tol=1e-14, maxiter=100, disp=0)
            robust = sm.Logit(p.t, x).fit(method="newton", tol=1e-14, maxiter=100, disp=0, cov_type="HC0")
            more = {**whole(fit, -2 * fit.llf, -2 * fit.llnull), "HC0 errors": standard_errors(robust, back)[0]}
            tell(p, "Logit", fit, back, full, more)
    elif p.ratio == 1 and not p.weighted and full and x.shape[1] <= 20:
        alpha = p.lam * len(p.t) * np.diag(back)
        alpha[-1] = 0
        fit = sm.Logit(p.t, x).fit_regularized(
            method="l1", alpha=alpha, acc=1e-15, maxiter=10000, disp=0, trim_mode="off", qc_verbose=False
        )
        tell(p, "Logit L1", fit, back, False)

for p in problems("softmax"):
    x, back, full = design(p)
    if p.lam > 0 or p.weighted or not full:
        continue
    fit = sm.MNLogit(p.t, x).fit(method="newton", tol=1e-14, maxiter=100, disp=0)
    w = np.vstack([np.zeros(x.shape[1]), fit.params.T])
    deviance = -2 * log_softmax(x @ w.T, axis=1)[np.arange(len(p.t)), p.t].sum()
    w, se = w @ back.T, standard_errors(fit, back)
    more = {**whole(fit, deviance, -2 * fit.llnull), "standard errors": np.hstack([se[:, :-1].ravel(), se[:, -1]])}
    answer(p, "MNLogit", w[:, :-1], w[:, -1], more)

for p in problems("linear"):
    x, back, full = design(p)
    if p.lam == 0:
        fit = sm.WLS(p.t, x, weights=p.s).fit(method="qr" if full else "pinv")
        more = {"deviance": fit.ssr, "null deviance": fit.centered_tss}
        if np.linalg.cond(x) < 1e6:  # these are by the pseudo-inverse alone
            more["HC0 errors"] = standard_errors(sm.WLS(p.t, x, weights=p.s).fit(cov_type="HC0"), back)[0]
        tell(p, "WLS", fit, back, full, more)
        if p.weighted:
            fit = sm.GLM(p.t, x, freq_weights=p.s).fit()
            more = whole(fit, fit.deviance, fit.null_deviance)
            more["AIC"] += 2  # σ is estimated, too
            tell(p, "GLM", fit, back, full, more, with_p=False)
