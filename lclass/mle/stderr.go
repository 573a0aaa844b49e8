package mle

import "math"

// StdErr returns the standard error of each parameter of f as estimated from n
// values, the root of the diagonal of its [Family] Covariance:
//
//	normal                 σ/√N for μ, σ/√(2N) for σ
//	exponential            λ/√N
//	Bernoulli              √(p(1 − p)/N)
//	binomial, m trials     √(p(1 − p)/(m N))
//	Poisson                √(λ/N)
//	categorical            √(pₖ(1 − pₖ)/N)
//	a density of your own  from the curvature of l at the maximum
//
// In all of them the standard error is that of large samples, in which the
// estimate is about normally distributed around the truth.
//
// At the edge of the range of a parameter, such as p = 0, p = 1 or λ = 0, the
// formulas give 0. That does not say that the estimate is certain: the
// likelihood has a slope there and no top that is round, and the formulas,
// which measure its curvature, know nothing. [Wald] refuses it; [Wilson] has
// an answer.
//
// It is an error if n < 1, if f makes no sense, or if it is a [DensityFit]
// without a covariance, which says why.
func StdErr(f Family, n int) ([]float64, error) {
	if f == nil {
		return nil, errNoFamily
	}
	c, err := f.Covariance(n)
	if err != nil {
		return nil, err
	}
	se := make([]float64, c.SymmetricDim())
	for i := range se {
		se[i] = math.Sqrt(c.At(i, i))
	}
	return se, nil
}
