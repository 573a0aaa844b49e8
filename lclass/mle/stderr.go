package mle

import "math"

// StdErr returns the standard error of each parameter of f as estimated from n values,
// the square roots of the diagonal of its Covariance:
//
//	normal                 σ/√N for μ, σ/√(2N) for σ
//	exponential            λ/√N
//	Bernoulli              √(p(1 − p)/N)
//	binomial, m trials     √(p(1 − p)/(m N))
//	Poisson                √(λ/N)
//	categorical            √(pₖ(1 − pₖ)/N)
//	a density of your own  from the curvature of l at the maximum
//
// They hold for large samples, where the estimate is about normally
// distributed around the true value.
//
// At the boundary of the range of a parameter, such as p = 0, p = 1 or λ = 0, the
// formulas give 0. That does not make the estimate certain: the formulas measure the
// curvature at a maximum, but here the slope of the likelihood is not 0. [Wald] returns
// an error; use [Wilson].
//
// StdErr returns an error if n < 1, if the parameters of f are not valid, or
// if f is a [DensityFit] without a covariance; the error says why.
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
