// Package mle finds the parameters that explain a sample best: maximum
// likelihood estimation (Notes 4.2, Chemnitz section 2).
//
// The likelihood of N independent values xᵢ is the product of their densities,
// and its logarithm the sum
//
//	l = Σ log f(xᵢ)
//
// which has its maximum at the same parameters. [LogLikelihood] computes it for
// any [Distribution].
//
// For the distributions the lectures name, and for related ones, the
// maximum is known in closed form:
//
//	FitNormal       μ = x̄, σ² = (1/N) Σ(xᵢ − μ)²
//	FitExponential  λ = 1/x̄
//	FitBernoulli    p = x̄
//	FitBinomial     p = x̄/m for m trials
//	FitPoisson      λ = x̄
//	FitCategorical  pₖ = share of class k; FitCounts for classes counted already
//
// Other distributions need an iterative method. [Ascent] shows one for the normal
// distribution: small steps along the gradient, as in the lectures. [Density] fits any
// density that can be computed, with any number of parameters, in a few large steps. Its
// [Status] says whether it ended at a maximum.
//
// The sharper the curvature of l at its maximum, the more certain the estimate. The
// inverse of the information I = −∂²l/∂θ∂θᵀ is the covariance of the parameters in large
// samples (R. A. Fisher 1925; Wasserman, All of Statistics, chapter 9). Every [Family]
// has it as Covariance; [StdErr] takes the root of its diagonal and [Wald] turns that
// into intervals. [Wilson] returns the interval of a probability that may be 0 or 1. At a
// boundary of the range of a parameter, such as p = 0, the slope of l need not be 0, and
// StdErr and Wald do not hold; their comments say what they return.
//
// A distribution whose parameters make no sense, such as a negative standard
// deviation, has the density NaN everywhere. If a sample does not determine the
// parameters, a fit returns an error, or an estimate with a caveat: see [Outcome].
package mle
