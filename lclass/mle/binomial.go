package mle

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Binomial is the distribution of the number of yes among m = Trials
// independent yes-or-no trials with probability p of yes, 0 ≤ p ≤ 1, m ≥ 1,
//
//	f(x) = (m choose x) pˣ (1 − p)ᵐ⁻ˣ for x = 0, 1, …, m
//
// With m = 1 it is [Bernoulli].
type Binomial struct {
	Trials int
	P      float64
}

// LogDensity returns log (m choose x) + x log p + (m − x) log(1 − p), −Inf if x
// is not a whole number from 0 to m.
func (b Binomial) LogDensity(x float64) float64 {
	m := float64(b.Trials)
	switch {
	case m < 1 || !(b.P >= 0 && b.P <= 1) || math.IsNaN(x):
		return math.NaN()
	case !isCount(x) || x > m:
		return math.Inf(-1)
	}
	l := logFactorial(m) - logFactorial(x) - logFactorial(m-x)
	if x > 0 {
		l += x * math.Log(b.P)
	}
	if x < m {
		l += (m - x) * math.Log1p(-b.P)
	}
	return l
}

// Parameters returns p. Trials is given, not estimated.
func (b Binomial) Parameters() []Parameter { return []Parameter{{"p", b.P}} }

// Covariance returns the variance of p, 1×1: p(1 − p)/(m n), 0 for p = 0 and
// p = 1 (see [StdErr]).
func (b Binomial) Covariance(n int) (*mat.SymDense, error) {
	return independent(b, n, math.Sqrt(b.P*(1-b.P)/float64(b.Trials)))
}

// FitBinomial returns the binomial distribution with m = trials that maximises the
// likelihood: p = Σxᵢ/(m N), the share of yes among all trials.
//
// The error is [ErrEmpty], a [ValueError] for values that are not whole
// numbers from 0 to trials, or says that trials is below 1.
func FitBinomial(x []float64, trials int) (Binomial, error) {
	if trials < 1 {
		return Binomial{}, badSetting("number of trials", trials, "a binomial distribution needs at least 1")
	}
	m := float64(trials)
	support := fmt.Sprintf("a whole number from 0 to %d, the number of trials", trials)
	if err := checkSample(x, support, func(v float64) bool { return isCount(v) && v <= m }); err != nil {
		return Binomial{}, err
	}
	var yes float64
	for _, v := range x {
		yes += v
	}
	return Binomial{Trials: trials, P: yes / (m * float64(len(x)))}, nil
}

func logFactorial(x float64) float64 {
	l, _ := math.Lgamma(x + 1)
	return l
}
