package mle

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Exponential is the exponential distribution with rate λ > 0, such as the
// waiting time for an event that happens λ times per unit of time,
//
//	f(x) = λ e^(−λx) for x ≥ 0
type Exponential struct {
	Lambda float64
}

// LogDensity returns log λ − λx, −Inf for x < 0.
func (e Exponential) LogDensity(x float64) float64 {
	switch {
	case !(e.Lambda > 0):
		return math.NaN()
	case x < 0:
		return math.Inf(-1)
	}
	return math.Log(e.Lambda) - e.Lambda*x
}

// Parameters returns λ.
func (e Exponential) Parameters() []Parameter { return []Parameter{{"λ", e.Lambda}} }

// Covariance returns the variance of λ, 1×1: λ²/n.
func (e Exponential) Covariance(n int) (*mat.SymDense, error) {
	return independent(e, n, e.Lambda)
}

// FitExponential returns the exponential distribution that maximises the
// likelihood, λ = N/Σxᵢ.
//
// The error is [ErrEmpty], a [ValueError] for values that are negative or not
// finite, or [ErrUnbounded] if all of them are 0.
func FitExponential(x []float64) (Exponential, error) {
	if err := checkSample(x, "a finite number ≥ 0", isDuration); err != nil {
		return Exponential{}, err
	}
	m, err := mean(x)
	if err != nil {
		return Exponential{}, err
	}
	if m == 0 {
		return Exponential{}, fmt.Errorf("%w: all %d values are 0, and the density there has no limit as λ grows", ErrUnbounded, len(x))
	}
	lambda := 1 / m
	if math.IsInf(lambda, 0) {
		return Exponential{}, fmt.Errorf("%w: the mean is %v, and λ = 1/mean is beyond float64; use a smaller unit", ErrUnbounded, m)
	}
	return Exponential{Lambda: lambda}, nil
}

func isDuration(v float64) bool { return v >= 0 && isFinite(v) }
