package solve

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// cornered is curved for a penalty with corners, where no Newton step says how far
// the loss may fall. The slopes r of the weights that are not 0 are undone by a step
// y of these, h y = r. Where the slopes of the others stay within their corners, L
// is at least its value less ½rᵀy; what is beyond counts with how large these
// weights can be, as λ₁‖W‖₁ is no more than L.
func (p *proof) cornered(psi, g, l1 []float64, value float64, h *objective.Hessian) float64 {
	full, k := h.Block(0, 0), 1
	if h.Mixed {
		full, k = h.Full(), h.K
	}
	y, rest := make([]float64, len(psi)), make([]float64, len(psi))
	var square, beyond float64
	for c := range p.K / k {
		at := make([]int, 0, h.P*k) // of the parameters that are not 0, in the order of h
		for i := range h.P * k {
			if own := i*p.K/k + c; l1[own] == 0 && !(own < len(psi)-p.K && math.IsInf(p.Std[own/p.K], 1)) || psi[own] != 0 {
				at = append(at, i)
			}
		}
		sub, r := mat.NewSymDense(max(1, len(at)), nil), make([]float64, len(at))
		for a, i := range at {
			own := i*p.K/k + c
			r[a] = objective.Slope(psi[own], g[own], l1[own])
			rest[own] = r[a]
			for b, j := range at[:a+1] {
				sub.SetSym(a, b, full.At(i, j))
			}
		}
		if len(at) == 0 {
			continue
		}
		step, _ := solveSymmetric(sub, r, 1, h.Stop)
		square += kernel.Dot(r, step)
		for a, i := range at {
			y[i*p.K/k+c] = step[a]
		}
		for i := range h.P * k {
			own := i*p.K/k + c
			slope := g[own]
			for a, j := range at {
				slope -= full.At(i, j) * step[a]
			}
			left := math.Abs(objective.Slope(psi[own], slope, l1[own]))
			switch {
			case left <= 256*epsilon*(math.Abs(g[own])+math.Sqrt(2*bend(p.Loss)*value)):
			case l1[own] == 0:
				return math.Inf(1)
			default:
				beyond = max(beyond, left/l1[own])
			}
		}
	}
	c := newCurvature(h)
	gap := p.blur(psi, value) + square/2*c.doubt() + beyond*value
	switch l := p.Loss.(type) {
	case loss.Concordant:
		if l.Concordance() == 0 || square == 0 {
			return gap
		}
		return p.widened(gap, l.Concordance()*math.Sqrt(square), c)
	case loss.Piecewise:
		return p.kept(l, psi, y, rest, value, gap)
	}
	return math.Inf(1)
}
