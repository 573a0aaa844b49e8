package mle

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Poisson is the distribution of the number of events when λ ≥ 0 are expected,
//
//	f(x) = λˣ e^(−λ)/x! for x = 0, 1, 2, …
//
// With λ = 0 every value is 0.
type Poisson struct {
	Lambda float64
}

// LogDensity returns x log λ − λ − log x!, −Inf if x is not a whole number
// ≥ 0.
func (p Poisson) LogDensity(x float64) float64 {
	switch {
	case !(p.Lambda >= 0) || math.IsNaN(x):
		return math.NaN()
	case !isCount(x):
		return math.Inf(-1)
	case x == 0:
		return -p.Lambda
	}
	return x*math.Log(p.Lambda) - p.Lambda - logFactorial(x)
}

// Parameters returns λ.
func (p Poisson) Parameters() []Parameter { return []Parameter{{"λ", p.Lambda}} }

// Covariance returns the variance of λ, 1×1: λ/n, 0 for λ = 0 (see [StdErr]).
// After n values that are all 0 the upper limit of λ with confidence level is
// −log(1 − level)/n: with a larger λ such a sample has a probability below 1 − level.
func (p Poisson) Covariance(n int) (*mat.SymDense, error) {
	return independent(p, n, math.Sqrt(p.Lambda))
}

// FitPoisson returns the Poisson distribution that maximises the likelihood:
// λ is the mean of the sample.
//
// The error is [ErrEmpty] or a [ValueError] for values that are negative or
// not whole.
func FitPoisson(x []float64) (Poisson, error) {
	if err := checkSample(x, "a whole number ≥ 0", isCount); err != nil {
		return Poisson{}, err
	}
	m, err := mean(x)
	return Poisson{Lambda: m}, err
}

func isCount(v float64) bool { return v >= 0 && isFinite(v) && v == math.Trunc(v) }
