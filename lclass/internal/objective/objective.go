// Package objective is a loss over rows of data plus a penalty,
//
//	L(W, b) = (1/Σs) Σ sᵢ ℓ(W xᵢ + b, tᵢ) + ½λ‖W‖²,
//
// with what its solvers need: one pass over blocks of rows gives the value,
// the gradient and the curvature together. Blocks are added up in an order
// that depends on the data alone, so that results do not depend on the number
// of cores.
package objective

import (
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/rows"
)

// Objective is the function to minimise. Its parameters are one vector θ: the
// d×k weights with the k of one feature side by side, and then the k biases.
type Objective struct {
	X       rows.Rows
	Loss    loss.Loss
	Targets loss.Targets
	K       int       // scores a row
	Weight  []float64 // sample weights s, one a row
	Lambda  float64   // λ
}

// Dim returns the length of θ, (d+1)·k.
func (o *Objective) Dim() int {
	_, d := o.X.Dims()
	return (d + 1) * o.K
}

// Split returns the weights and the biases of θ, which they alias.
func (o *Objective) Split(theta []float64) (w, b []float64) {
	cut := len(theta) - o.K
	return theta[:cut], theta[cut:]
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
	var square float64
	for _, v := range w {
		square += v * v
	}
	return s.Loss/s.Weight + o.Lambda/2*square
}

// Gradient returns ∂L/∂θ for the sum over all rows at θ, in the memory of the
// sum's gradient.
func (o *Objective) Gradient(s *Sum, theta []float64) []float64 {
	for i := range s.Gradient {
		s.Gradient[i] /= s.Weight
	}
	w, _ := o.Split(theta)
	g, _ := o.Split(s.Gradient)
	for i, v := range w {
		g[i] += o.Lambda * v
	}
	return s.Gradient
}
