package mle

import (
	"fmt"
	"math"
)

// An Interval reaches from Low to High, both included.
type Interval struct {
	Low, High float64
}

// Wald returns an interval for each parameter of f as estimated from n values,
//
//	θ ± z · se(θ)
//
// where a standard normal value lies between −z and z with probability level,
// such as 0.95 with z = 1.96. In large samples it covers the true parameter
// with that probability. In small ones it may reach beyond the range of the
// parameter.
//
// The error is [ErrBoundary] if a parameter lies at the boundary of its range. Wald also
// returns an error if level is not between 0 and 1, and those of [StdErr].
func Wald(f Family, n int, level float64) ([]Interval, error) {
	z, err := quantile(level)
	if err != nil {
		return nil, err
	}
	se, err := StdErr(f, n)
	if err != nil {
		return nil, err
	}
	intervals := make([]Interval, len(se))
	for i, p := range f.Parameters() {
		if se[i] == 0 {
			return nil, fmt.Errorf("%w: %s = %v; for a probability use Wilson", ErrBoundary, p.Name, p.Value)
		}
		intervals[i] = Interval{Low: p.Value - z*se[i], High: p.Value + z*se[i]}
	}
	return intervals, nil
}

// Wilson returns the interval of Wilson for a probability that was estimated
// as the share p of n yes-or-no values: all π with |p − π| ≤ z √(π(1 − π)/n),
//
//	(p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n)
//
// It lies within 0 and 1 and also holds for p = 0 and p = 1, where [Wald] returns an
// error (E. B. Wilson 1927; Brown, Cai and DasGupta 2001). For a binomial distribution n
// is the number of all trials. For a categorical one call Wilson once per class.
//
// Wilson returns an error if p is not between 0 and 1, n < 1, or level is not between 0
// and 1.
func Wilson(p float64, n int, level float64) (Interval, error) {
	z, err := quantile(level)
	if err != nil {
		return Interval{}, err
	}
	if !(p >= 0 && p <= 1) {
		return Interval{}, badSetting("p of Wilson", p, "it must be between 0 and 1")
	}
	if n < 1 {
		return Interval{}, badSetting("n of Wilson", n, "it must be at least 1")
	}
	// Written so that neither end cancels: their product is p²/(1 + z²/n).
	q := z * z / float64(n)
	half := math.Sqrt(q*p*(1-p) + q*q/4)
	return Interval{Low: p * p / (p + q/2 + half), High: 1 - (1-p)*(1-p)/(1-p+q/2+half)}, nil
}

// quantile returns the z with P(−z < Z < z) = level for a standard normal Z.
func quantile(level float64) (float64, error) {
	if !(level > 0 && level < 1) {
		return 0, badSetting("level", level, "it must be between 0 and 1, such as 0.95")
	}
	return math.Sqrt2 * math.Erfinv(level), nil
}

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
