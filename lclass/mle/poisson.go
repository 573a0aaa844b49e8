package mle

import "math"

// Poisson is the distribution of the number of events when λ ≥ 0 are expected,
//
//	f(x) = λˣ e^(−λ)/x! for x = 0, 1, 2, …
//
// With λ = 0 there is never any.
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
	logFactorial, _ := math.Lgamma(x + 1)
	return x*math.Log(p.Lambda) - p.Lambda - logFactorial
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
