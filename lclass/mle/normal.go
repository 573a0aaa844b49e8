package mle

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Normal is the normal distribution with mean μ and standard deviation σ > 0,
//
//	f(x) = 1/√(2πσ²) · exp(−(x − μ)²/2σ²)
type Normal struct {
	Mu, Sigma float64
}

// Density returns f(x).
func (n Normal) Density(x float64) float64 { return math.Exp(n.LogDensity(x)) }

// LogDensity returns log f(x).
func (n Normal) LogDensity(x float64) float64 {
	z := (x - n.Mu) / n.Sigma
	return -log2Pi/2 - math.Log(n.Sigma) - z*z/2
}

var log2Pi = math.Log(2 * math.Pi)

// LogLikelihood returns (Notes 4.2, Chemnitz section 2)
//
//	l(μ, σ) = −N/2 · log(2πσ²) − Σ(xᵢ − μ)²/2σ²
func (n Normal) LogLikelihood(x []float64) float64 { return LogLikelihood(n, x) }

// Gradient returns the derivatives of the log-likelihood,
//
//	∂l/∂μ = Σ(xᵢ − μ)/σ²
//	∂l/∂σ = −N/σ + Σ(xᵢ − μ)²/σ³
//
// which are both 0 at the closed form of [FitNormal].
func (n Normal) Gradient(x []float64) (dMu, dSigma float64) {
	for _, v := range x {
		z := (v - n.Mu) / n.Sigma
		dMu += z
		dSigma += z*z - 1
	}
	return dMu / n.Sigma, dSigma / n.Sigma
}

// Parameters returns μ and σ.
func (n Normal) Parameters() []Parameter { return []Parameter{{"μ", n.Mu}, {"σ", n.Sigma}} }

// Covariance returns the covariance matrix of μ and σ, 2×2: σ²/count and σ²/(2 count) on
// the diagonal, 0 elsewhere (see [StdErr]).
func (n Normal) Covariance(count int) (*mat.SymDense, error) {
	return independent(n, count, n.Sigma, n.Sigma/math.Sqrt2)
}

// FitNormal returns the normal distribution that maximises the likelihood,
//
//	μ = (1/N) Σ xᵢ,  σ² = (1/N) Σ (xᵢ − μ)²
//
// Note 1/N and not 1/(N−1): the estimate of σ² is biased, on average too small
// by the factor (N−1)/N.
//
// The error is [ErrEmpty], a [ValueError] for NaN and infinite values, or
// [ErrUnbounded] if all values are the same: then the density at that value
// has no limit as σ goes to 0.
func FitNormal(x []float64) (Normal, error) {
	if err := checkNormalSample(x); err != nil {
		return Normal{}, err
	}
	mu, err := mean(x)
	if err != nil {
		return Normal{}, err
	}
	// In units of the largest deviation the squares can neither overflow nor
	// vanish.
	var largest float64
	for _, v := range x {
		largest = max(largest, math.Abs(v-mu))
	}
	var squares float64
	for _, v := range x {
		z := (v - mu) / largest
		squares += z * z
	}
	return Normal{Mu: mu, Sigma: largest * math.Sqrt(squares/float64(len(x)))}, nil
}

// checkNormalSample reports whether x has a normal distribution that fits best.
func checkNormalSample(x []float64) error {
	if err := checkSample(x, "a finite number", isFinite); err != nil {
		return err
	}
	lowest, highest := slices.Min(x), slices.Max(x)
	if lowest == highest {
		return fmt.Errorf("%w: all %d values are %v, and the density there has no limit as σ goes to 0", ErrUnbounded, len(x), lowest)
	}
	if math.IsInf(highest-lowest, 0) {
		return badSetting("range of the sample", [2]float64{lowest, highest}, "its width is beyond float64; choose another unit")
	}
	return nil
}

// mean takes two passes: the second adds what the first lost to rounding.
func mean(x []float64) (float64, error) {
	n := float64(len(x))
	var sum, rest float64
	for _, v := range x {
		sum += v
	}
	if math.IsInf(sum, 0) {
		return 0, badSetting("sum of the sample", sum, "it is beyond the range of float64; choose another unit")
	}
	m := sum / n
	for _, v := range x {
		rest += (v - m) / n
	}
	return m + rest, nil
}
