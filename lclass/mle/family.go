package mle

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Parameter is one of the numbers that make a distribution out of a family.
type Parameter struct {
	Name  string // the symbol, such as "μ"
	Value float64
}

// A Family is a distribution that knows its parameters θ, and with that all
// others of the same family: every distribution of this package and a
// [DensityFit].
type Family interface {
	Distribution
	// Parameters returns θ with its symbols.
	Parameters() []Parameter
	// With returns the distribution of the same family with other parameters,
	// in the order of Parameters. It panics if their number is wrong.
	With(theta ...float64) Distribution
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

var errParameters = errors.New("mle: the parameters make no distribution")

// theta returns the values of the parameters of f.
func theta(f Family) []float64 {
	var values []float64
	for _, p := range f.Parameters() {
		values = append(values, p.Value)
	}
	return values
}

func names(f Family) []string {
	var symbols []string
	for _, p := range f.Parameters() {
		symbols = append(symbols, p.Name)
	}
	return symbols
}

func checkCount(theta []float64, want int) {
	if len(theta) != want {
		panic(fmt.Sprintf("mle: With: %d values for %d parameters", len(theta), want))
	}
}
