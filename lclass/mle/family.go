package mle

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Distribution has a density or, if it is discrete, a probability for each value x.
// LogDensity returns its logarithm, −Inf where x cannot occur.
type Distribution interface {
	LogDensity(x float64) float64
}

// LogLikelihood returns l = Σ log f(xᵢ), 0 for no values.
// It panics if f is nil.
func LogLikelihood(f Distribution, x []float64) float64 {
	if f == nil {
		panic("mle: LogLikelihood: the Distribution is nil; give one, such as Normal{0, 1}")
	}
	var l float64
	for _, v := range x {
		l += f.LogDensity(v)
	}
	return l
}

// A Parameter is a parameter of a [Family], with its value.
type Parameter struct {
	Name  string // the symbol, such as "μ"
	Value float64
}

// A Family is a distribution with parameters θ: every distribution of this package and a
// [DensityFit].
type Family interface {
	Distribution
	// Parameters returns θ with its symbols.
	Parameters() []Parameter
	// Covariance returns the covariance matrix of θ as estimated from n
	// values: the inverse of the information −∂²l/∂θ∂θᵀ at the maximum. It is
	// an error if n < 1 or if there is no such matrix.
	Covariance(n int) (*mat.SymDense, error)
}

var (
	_ Family = Normal{}
	_ Family = Exponential{}
	_ Family = Bernoulli{}
	_ Family = Binomial{}
	_ Family = Poisson{}
	_ Family = Categorical{}
	_ Family = (*DensityFit)(nil)
)

// independent is the covariance of parameters that do not depend on each
// other, given √n times their standard errors.
func independent(f Distribution, n int, deviations ...float64) (*mat.SymDense, error) {
	if err := checkCovariance(f, n); err != nil {
		return nil, err
	}
	c := mat.NewSymDense(len(deviations), nil)
	for i, d := range deviations {
		v := d * d / float64(n)
		if d > 0 && (v == 0 || math.IsInf(v, 1)) {
			return nil, badSetting("variance", v, "(%.3g)²/%d is beyond the range of float64; choose another unit for the sample", d, n)
		}
		c.SetSym(i, i, v)
	}
	return c, nil
}

func checkCovariance(f Distribution, n int) error {
	switch {
	case n < 1:
		return badSetting("n", n, "an estimate needs at least 1 value")
	case math.IsNaN(f.LogDensity(0)):
		return fmt.Errorf("%w: %+v", errParameters, f)
	}
	return nil
}

var errParameters = errors.New("mle: the parameters of the distribution are not valid")
