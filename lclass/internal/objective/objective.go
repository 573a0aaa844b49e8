// Package objective is a loss over rows of data plus a penalty,
//
//	L(W, b) = (1/Σs) Σ sᵢ ℓ(W xᵢ + b + oᵢ, tᵢ) + λ₁‖W‖₁ + ½λ₂‖W‖²,
//
// where b may be held at 0 and the offsets o are 0 as a rule. The λ of a feature may have a
// factor, and its weights bounds. It has
// what its solvers need: one pass over blocks of rows gives the value,
// the gradient and the curvature together. Blocks are added up in an order
// that depends on the data alone, so that results do not depend on the number
// of cores.
package objective

import (
	"math"
	"slices"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/rows"
)

// Objective is the function to minimise. Its parameters are one vector θ: the
// d×k weights with the k of one feature side by side, and then the k biases.
type Objective struct {
	X              rows.Rows
	Loss           loss.Loss
	Targets        loss.Targets
	K              int       // scores a row
	Weight         []float64 // sample weights s, one a row
	L1, L2         float64   // λ₁ and λ₂ of the penalty
	PenaltyFactors []float64 // of λ₁ and λ₂, one a feature; nil for 1
	Lower          []float64 // bounds of the weights that include 0, one a feature; nil for none
	Upper          []float64
	Off            []float64 // means that were taken off the features of X, nil for none
	Offset         []float64 // added to all scores, one a row; nil for 0
	NoBias         bool      // whether the biases stay 0: their slopes are 0, and features are not centred

	// Common is what is known already, or found out now and kept for others; nil
	// for neither.
	Common *Common

	// Stop reports whether the fit is to end, nil for never. Then sums are NaN and no
	// more rows are passed.
	Stop func() bool

	// Elsewhere adds up in place of X, Targets and Weight, unless it is nil.
	Elsewhere *Elsewhere
}

// Stopped reports whether the fit is to end.
func (o *Objective) Stopped() bool { return o.Stop != nil && o.Stop() }

// Samples returns the number n of rows.
func (o *Objective) Samples() int {
	if o.Elsewhere != nil {
		return o.Elsewhere.N
	}
	n, _ := o.X.Dims()
	return n
}

// Means returns those of the features as they were given, where mean is that of X.
func (o *Objective) Means(mean []float64) []float64 {
	if o.Off == nil {
		return mean
	}
	given := slices.Clone(mean)
	for j, m := range o.Off {
		given[j] += m
	}
	return given
}

// Features returns the number d of columns.
func (o *Objective) Features() int {
	if o.Elsewhere != nil {
		return o.Elsewhere.D
	}
	_, d := o.X.Dims()
	return d
}

// Dim returns the length of θ, (d+1)·k.
func (o *Objective) Dim() int { return (o.Features() + 1) * o.K }

// Split returns the weights and the biases of θ, which they alias.
func (o *Objective) Split(theta []float64) (w, b []float64) {
	cut := len(theta) - o.K
	return theta[:cut], theta[cut:]
}

// Scores sets z to the k scores of each of the rows lo ≤ i < hi, with their offsets.
func (o *Objective) Scores(z []float64, lo, hi int, w, b []float64) {
	o.X.Scores(z, lo, hi, o.K, w, b)
	o.shift(z, lo, hi)
}

// shift adds the offsets to the scores of rows.
func (o *Objective) shift(z []float64, lo, hi int) {
	if o.Offset == nil {
		return
	}
	for i, v := range o.Offset[lo:hi] {
		for c := range o.K {
			z[i*o.K+c] += v
		}
	}
}

// holdBiases sets biases that stay 0, or their slopes, to 0.
func (o *Objective) holdBiases(b []float64) {
	if o.NoBias {
		clear(b)
	}
}

// TotalWeight returns Σs.
func (o *Objective) TotalWeight() float64 {
	var total float64
	for _, s := range o.Weight {
		total += s
	}
	return total
}

// Value returns L for the sum over all rows at θ.
func (o *Objective) Value(s *Sum, theta []float64) float64 {
	w, _ := o.Split(theta)
	var absolute, square float64
	if o.PenaltyFactors == nil {
		for _, v := range w {
			absolute += math.Abs(v)
			square += v * v
		}
	}
	for j, f := range o.PenaltyFactors {
		for _, v := range w[j*o.K : (j+1)*o.K] {
			absolute += f * math.Abs(v)
			square += f * v * v
		}
	}
	value := s.Loss / s.Weight
	if o.L1 > 0 {
		value += o.L1 * absolute
	}
	if o.L2 > 0 {
		value += o.L2 / 2 * square
	}
	return value
}

// Gradient returns ∂L/∂θ without the part of ‖W‖₁ for the sum over all rows at θ.
func (o *Objective) Gradient(s *Sum, theta []float64) []float64 {
	g := mean(s.Gradient, s.Weight)
	w, _ := o.Split(theta)
	for i, v := range w {
		g[i] += o.L2Of(i/o.K) * v
	}
	return g
}

// L1Of returns λ₁ of a feature.
func (o *Objective) L1Of(feature int) float64 { return o.FactorOf(feature) * o.L1 }

// L2Of returns λ₂ of a feature.
func (o *Objective) L2Of(feature int) float64 { return o.FactorOf(feature) * o.L2 }

// FactorOf returns that of the penalty of a feature.
func (o *Objective) FactorOf(feature int) float64 {
	if o.PenaltyFactors == nil {
		return 1
	}
	return o.PenaltyFactors[feature]
}

// mean returns a sum divided by the total weight.
func mean(sum []float64, weight float64) []float64 {
	m := make([]float64, len(sum))
	for i, v := range sum {
		m[i] = v / weight
	}
	return m
}

// Subgradient turns ∂L/∂θ without the part of ‖W‖₁ into the least of the slopes
// with it, 0 where L has its minimum, in the memory of g.
func (o *Objective) Subgradient(g, theta []float64) []float64 {
	if o.L1 > 0 {
		w, _ := o.Split(theta)
		for i, v := range w {
			g[i] = Slope(v, g[i], o.L1Of(i/o.K))
		}
	}
	return g
}

// Slope returns the least of the slopes of a function with slope g plus λ|w|
// at w.
func Slope(w, g, lambda float64) float64 {
	switch {
	case w > 0:
		return g + lambda
	case w < 0:
		return g - lambda
	}
	return Shrink(g, lambda)
}

// Shrink moves w towards 0 by at most a, the step of a penalty a|w|.
func Shrink(w, a float64) float64 {
	switch {
	case w > a:
		return w - a
	case w < -a:
		return w + a
	}
	return 0
}
