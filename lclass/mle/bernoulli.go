package mle

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Bernoulli is the distribution of a yes (1) or no (0) with probability p of
// yes, 0 ≤ p ≤ 1,
//
//	f(x) = pˣ (1 − p)¹⁻ˣ for x in {0, 1}
type Bernoulli struct {
	P float64
}

// LogDensity returns log p for x = 1, log(1 − p) for x = 0, and −Inf for
// anything else.
func (b Bernoulli) LogDensity(x float64) float64 {
	switch {
	case !(b.P >= 0 && b.P <= 1) || math.IsNaN(x):
		return math.NaN()
	case x == 1:
		return math.Log(b.P)
	case x == 0:
		return math.Log1p(-b.P)
	}
	return math.Inf(-1)
}

// Parameters returns p.
func (b Bernoulli) Parameters() []Parameter { return []Parameter{{"p", b.P}} }

// Covariance returns the variance of p, 1×1: p(1 − p)/n, 0 for p = 0 and p = 1
// (see [StdErr]).
func (b Bernoulli) Covariance(n int) (*mat.SymDense, error) {
	return independent(b, n, math.Sqrt(b.P*(1-b.P)))
}

// FitBernoulli returns the Bernoulli distribution that maximises the
// likelihood: p is the share of ones.
//
// The error is [ErrEmpty] or a [ValueError] for values other than 0 and 1.
func FitBernoulli(x []float64) (Bernoulli, error) {
	if err := checkSample(x, "0 or 1", isBit); err != nil {
		return Bernoulli{}, err
	}
	return Bernoulli{P: floats.Sum(x) / float64(len(x))}, nil
}

func isBit(v float64) bool { return v == 0 || v == 1 }
