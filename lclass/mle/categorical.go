package mle

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Categorical is the distribution of a class, numbered 0 to K−1, with
// probabilities pₖ ≥ 0 that sum to 1,
//
//	f(x) = pₓ for x = 0, 1, …, K−1
//
// With K = 2 it is [Bernoulli].
type Categorical struct {
	P []float64 // K
}

// LogDensity returns log pₓ, −Inf if x is not the number of a class.
func (c Categorical) LogDensity(x float64) float64 {
	switch {
	case !c.isSensible() || math.IsNaN(x):
		return math.NaN()
	case !isCount(x) || x >= float64(len(c.P)):
		return math.Inf(-1)
	}
	return math.Log(c.P[int(x)])
}

func (c Categorical) isSensible() bool {
	var sum float64
	for _, p := range c.P {
		if !(p >= 0) {
			return false
		}
		sum += p
	}
	return math.Abs(sum-1) <= 1e-9
}

// Parameters returns p₀ … pK₋₁. Because they sum to 1 only K−1 of them are
// free.
func (c Categorical) Parameters() []Parameter {
	parameters := make([]Parameter, len(c.P))
	for k, p := range c.P {
		parameters[k] = Parameter{"p" + subscript(k), p}
	}
	return parameters
}

// Covariance returns that of the probabilities, K×K of rank K−1 at most,
//
//	pₖ(1 − pₖ)/n on the diagonal,  −pⱼpₖ/n beside it
//
// with a row of zeros for a class that does not occur (see [StdErr]).
func (c Categorical) Covariance(n int) (*mat.SymDense, error) {
	if err := checkCovariance(c, n); err != nil {
		return nil, err
	}
	cov := mat.NewSymDense(len(c.P), nil)
	for k, p := range c.P {
		cov.SetSym(k, k, p*(1-p)/float64(n))
		for j, q := range c.P[:k] {
			cov.SetSym(j, k, -p*q/float64(n))
		}
	}
	return cov, nil
}

// FitCategorical returns the categorical distribution of k classes that
// maximises the likelihood of class numbers x: pₖ is the share of class k, 0
// if it does not occur.
//
// The error is [ErrEmpty], a [ValueError] for values that are not whole numbers from 0 to
// k−1, or a setting error for k below 1.
func FitCategorical(x []float64, k int) (Categorical, error) {
	if k < 1 {
		return Categorical{}, badSetting("number of classes", k, "a categorical distribution needs at least 1")
	}
	support := fmt.Sprintf("a whole number from 0 to %d, the number of a class", k-1)
	if err := checkSample(x, support, func(v float64) bool { return isCount(v) && v < float64(k) }); err != nil {
		return Categorical{}, err
	}
	counts := make([]float64, k)
	for _, v := range x {
		counts[int(v)]++
	}
	return FitCounts(counts)
}

// FitCounts is [FitCategorical] for counted samples: counts[k] is how often class k occurs,
// or the sum of its weights.
//
// The error is [ErrEmpty] if there are no classes or all counts are 0, or a
// [ValueError] for a count that is negative or not finite, whose Index is that
// of the class.
func FitCounts(counts []float64) (Categorical, error) {
	if err := checkSample(counts, "a count, finite and ≥ 0", isDuration); err != nil {
		return Categorical{}, err
	}
	largest := slices.Max(counts)
	if largest == 0 {
		return Categorical{}, fmt.Errorf("%w: all %d counts are 0", ErrEmpty, len(counts))
	}
	p, sum := make([]float64, len(counts)), 0.0
	for k, n := range counts {
		p[k] = n / largest // whose sum cannot overflow
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return Categorical{P: p}, nil
}

// subscript writes a number as an index, such as ₁₂.
func subscript(k int) string {
	digits := []rune(fmt.Sprint(k))
	for i, d := range digits {
		digits[i] = '₀' + d - '0'
	}
	return string(digits)
}
