package mle

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// Density is a family of distributions of your own, without a closed form for the maximum
// of the likelihood. [Density.Fit] searches for the point where the gradient is 0,
//
//	l(θ) = Σ sᵢ log f(xᵢ; θ),  ∂l/∂θ = 0
//
// with sample weights s (1 each unless given). If a sample is more than one number, let x
// be the number of a row, 0 to N−1, and have Log look up the row.
//
// The fit uses Newton's method from gonum/optimize. The derivatives are differences of l
// over nine points, of the eighth order, with a step that suits the curvature of l. A
// parameter with a lower bound a is replaced by log(θ − a), with an upper bound b by
// log(b − θ), with both by the logit of (θ − a)/(b − a), so that it cannot leave its
// range. The result does not depend on the unit of measurement. Where the method ends,
// slope and curvature are checked, and the Status says what they show.
//
// The maximum is a local one: if l has several, as for a mixture of normal distributions,
// the fit finds one near Start. Try several starts and compare DensityFit.LogLikelihood.
type Density struct {
	// Log returns log f(x; θ): −Inf where x cannot occur. Where θ makes no
	// sense it may return NaN. It must not keep or change theta.
	Log func(theta []float64, x float64) float64
	// Gradient stores ∂ log f(x; θ)/∂θ in g, which has the length of theta. If Gradient is
	// nil, differences of Log are used.
	Gradient func(g, theta []float64, x float64)
	// Start is where the fit begins, one number per parameter, strictly between the
	// bounds. The likelihood must not be 0 there.
	Start []float64
	// Lower and Upper are the bounds of the parameters, −Inf and +Inf for a parameter
	// without one. If Lower or Upper is nil, there are no bounds on that side.
	Lower, Upper []float64
	// Names are the symbols of the parameters; nil means θ₁, θ₂, …
	Names []string
	// Tol is the largest distance from the maximum at the end, in standard errors, unless
	// the rounding of l prevents it; 0 means 1e-9.
	Tol float64
	// MaxIter is the largest number of steps; 0 means 500.
	MaxIter int
}

// A DensityStep is the state of a fit after a step.
type DensityStep struct {
	Iteration     int       // 0 at the start
	Theta         []float64 // a copy
	LogLikelihood float64
	Gradient      []float64 // ∂l/∂θ
}

// Fit returns the parameters that maximise the likelihood of x.
//
// A fit with a caveat, such as a maximum on a bound, is no error: see the Status. The error
// is [ErrEmpty]; a [ValueError] for NaN and infinite values; [ErrUnbounded] if l grows
// without bound, as when a normal distribution narrows on a single value; or names the
// field of the Density that is not valid.
func (d Density) Fit(x []float64) (*DensityFit, error) { return d.FitWeighted(x, nil) }

// FitWeighted is Fit with a weight sᵢ ≥ 0 for each value, as if it had occurred sᵢ times.
// If weights is nil, every value has weight 1. The error is [ErrEmpty] if all weights are
// 0.
func (d Density) FitWeighted(x, weights []float64) (*DensityFit, error) {
	p, err := d.maximise(x, weights)
	if err != nil {
		return nil, err
	}
	return d.fit(p), nil
}

// Steps iterates over the start and every step of Fit after it.
//
// If there is an error, the iteration yields it alone and ends.
func (d Density) Steps(x []float64) iter.Seq2[DensityStep, error] {
	return func(yield func(DensityStep, error) bool) {
		p, err := d.maximise(x, nil)
		if err != nil {
			yield(DensityStep{}, err)
			return
		}
		for i, h := range p.steps {
			if !yield(DensityStep{Iteration: i, Theta: h.theta, LogLikelihood: h.l, Gradient: h.gradient}, nil) {
				return
			}
		}
	}
}

func (d Density) check() error {
	p := len(d.Start)
	switch {
	case d.Log == nil:
		return badSetting("Density.Log", nil, "it must return log f(x; θ)")
	case p == 0:
		return badSetting("Density.Start", nil, "give a number for each parameter")
	case d.Lower != nil && len(d.Lower) != p:
		return badLength("bounds in Density.Lower", len(d.Lower), "parameters", p)
	case d.Upper != nil && len(d.Upper) != p:
		return badLength("bounds in Density.Upper", len(d.Upper), "parameters", p)
	case d.Names != nil && len(d.Names) != p:
		return badLength("names in Density.Names", len(d.Names), "parameters", p)
	case d.Tol < 0 || math.IsNaN(d.Tol):
		return badSetting("Density.Tol", d.Tol, "it must be positive, or 0 for the default")
	case d.MaxIter < 0:
		return badSetting("Density.MaxIter", d.MaxIter, "it must be positive, or 0 for the default")
	}
	for i, v := range d.Start {
		if r := d.span(i); !isFinite(v) || !(r.low < v && v < r.high) {
			return badSetting("start of "+d.names()[i], v, "it must be finite and between %v and %v", r.low, r.high)
		}
	}
	return nil
}

func checkWeights(s []float64, n int) error {
	if s == nil {
		return nil
	}
	if len(s) != n {
		return badLength("weights", len(s), "values", n)
	}
	for i, v := range s {
		if !isDuration(v) {
			return badSetting(fmt.Sprintf("weight %d", i), v, "it must be finite and ≥ 0")
		}
	}
	if slices.Max(s) == 0 {
		return fmt.Errorf("%w: all weights are 0", ErrEmpty)
	}
	return nil
}

func (d Density) span(i int) span {
	r := span{math.Inf(-1), math.Inf(1)}
	if d.Lower != nil {
		r.low = d.Lower[i]
	}
	if d.Upper != nil {
		r.high = d.Upper[i]
	}
	return r
}

func (d Density) names() []string {
	if d.Names != nil {
		return d.Names
	}
	names := make([]string, len(d.Start))
	for i := range names {
		names[i] = "θ" + subscript(i+1)
	}
	return names
}

// At returns the distribution with parameters theta. Outside the bounds its log-density
// is NaN. It panics unless theta has one value per parameter.
func (d Density) At(theta ...float64) Distribution {
	if len(theta) != len(d.Start) {
		panic(fmt.Sprintf("mle: Density.At: %d values for %d parameters", len(theta), len(d.Start)))
	}
	for i, v := range theta {
		if r := d.span(i); !(r.low <= v && v <= r.high) {
			return logDensity(func(float64) float64 { return math.NaN() })
		}
	}
	theta = slices.Clone(theta)
	return logDensity(func(x float64) float64 { return d.Log(theta, x) })
}

// A logDensity is a distribution given by the logarithm of its density.
type logDensity func(x float64) float64

func (f logDensity) LogDensity(x float64) float64 { return f(x) }
