package mle

import (
	"cmp"
	"iter"
	"math"
)

// Ascent maximises the likelihood of a normal distribution by gradient ascent (Notes 4.2,
// Chemnitz section 2).
//
// Each step goes along the gradient of the log-likelihood l, by η σ²/N times its length:
//
//	Δμ = η σ²/N · ∂l/∂μ = η (x̄ − μ)
//	Δσ = η σ²/N · ∂l/∂σ = η (S/σ − σ),  S = (1/N) Σ(xᵢ − μ)²
//
// With the factor σ²/N the same η suits all samples. Without it, steps are far too long
// where σ is small and far too short where it is large, because the slope grows with N/σ²
// or faster. For the same reason no step is longer than σ. The direction is always that of
// the gradient, so the path crosses the contours of l at right angles.
//
// Every start with σ > 0 leads to the maximum. Near it the error of μ shrinks by the
// factor 1 − η per step, and that of σ by |1 − 2η|.
type Ascent struct {
	// Start is where the ascent begins. If its Sigma is 0, the ascent starts at
	// Normal{Mu: 0, Sigma: 1}, whatever its Mu is.
	Start Normal
	// Eta is the learning rate η, above 0 and below 1; 0 means 0.1.
	Eta float64
	// Tol ends the ascent when no component of the gradient, times σ/N, exceeds it; 0
	// means 1e-10.
	Tol float64
	// MaxIter is the largest number of steps; 0 means 1000.
	MaxIter int
}

// A Step is one point of an [Ascent].
type Step struct {
	Iteration int // 0 at the start
	Normal
	LogLikelihood float64
	Gradient      [2]float64 // ∂l/∂μ, ∂l/∂σ
}

// Steps iterates over the start and every step after it. The last one is the maximum, up
// to Tol, unless MaxIter steps were taken before.
//
// If there is an error, the iteration yields it alone and ends. It is one of the errors of
// [FitNormal], or names the setting of the Ascent that is not valid.
func (a Ascent) Steps(x []float64) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		a.setDefaults()
		if err := a.check(x); err != nil {
			yield(Step{}, err)
			return
		}
		n := a.Start
		for i := 0; ; i++ {
			dMu, dSigma := n.Gradient(x)
			step := Step{Iteration: i, Normal: n, LogLikelihood: n.LogLikelihood(x), Gradient: [2]float64{dMu, dSigma}}
			unit := n.Sigma / float64(len(x))
			if !yield(step, nil) || i == a.MaxIter || max(math.Abs(dMu), math.Abs(dSigma))*unit <= a.Tol {
				return
			}
			n = n.climb(dMu*unit, dSigma*unit, a.Eta)
		}
	}
}

// climb goes η times the gradient, given in units of 1/σ, but no farther than σ.
func (n Normal) climb(gMu, gSigma, eta float64) Normal {
	if math.IsInf(gSigma, 1) { // σ is so small that only ∂l/∂σ counts
		return Normal{Mu: n.Mu, Sigma: 2 * n.Sigma}
	}
	eta = min(eta, 1/math.Hypot(gMu, gSigma))
	return Normal{Mu: n.Mu + eta*gMu*n.Sigma, Sigma: n.Sigma + eta*gSigma*n.Sigma}
}

func (a *Ascent) setDefaults() {
	if a.Start.Sigma == 0 {
		a.Start = Normal{Mu: 0, Sigma: 1}
	}
	a.Eta, a.Tol, a.MaxIter = cmp.Or(a.Eta, 0.1), cmp.Or(a.Tol, 1e-10), cmp.Or(a.MaxIter, 1000)
}

func (a Ascent) check(x []float64) error {
	switch {
	case !isFinite(a.Start.Mu):
		return badSetting("Ascent.Start.Mu", a.Start.Mu, "it must be finite")
	case !(a.Start.Sigma > 0) || !isFinite(a.Start.Sigma):
		return badSetting("Ascent.Start.Sigma", a.Start.Sigma, "it must be finite and above 0")
	case !(a.Eta > 0 && a.Eta < 1):
		return badSetting("Ascent.Eta", a.Eta, "the learning rate must be above 0 and below 1")
	case !(a.Tol > 0):
		return badSetting("Ascent.Tol", a.Tol, "it must be positive, or 0 for 1e-10")
	case a.MaxIter < 0:
		return badSetting("Ascent.MaxIter", a.MaxIter, "it must be positive, or 0 for 1000")
	}
	return checkNormalSample(x)
}
