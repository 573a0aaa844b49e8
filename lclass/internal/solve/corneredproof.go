package solve

import (
	"math"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// cornered is curved for a penalty with corners, where no Newton step says how far
// the loss may fall. The slopes r of the weights that are not 0 are undone by a step
// y of these, h y = r. Where the slopes of the others stay within their corners, L
// is at least its value less ½rᵀy; what is beyond counts with how large these
// weights can be, as λ₁‖W‖₁ is no more than L. Weights at a bound are among the others
// while the step leaves them there.
func (p *proof) cornered(psi, g []float64, corners corners, value float64, h *objective.Hessian) float64 {
	full, k := h.Block(0, 0), 1
	if h.Mixed {
		full, k = h.Full(), h.K
		defer factor.Forget(full)
		fillFeature(full, h, h.P-1) // biases that move alike change nothing, and their slopes add up to 0
	}
	y, rest := make([]float64, len(psi)), make([]float64, len(psi))
	l1 := corners.l1
	var square, beyond float64
	for c := range p.K / k {
		before := beyond
		own := func(i int) int { return i*p.K/k + c }
		moves := make([]bool, h.P*k) // whether a parameter, in the order of h, may end elsewhere
		for i := range moves {
			o := own(i)
			moves[i] = l1[o] == 0 && !(o < len(psi)-p.K && math.IsInf(p.Std[o/p.K], 1)) || psi[o] != 0
			if corners.bounds(o, psi[o]) && corners.slope(o, psi[o], g[o]) == 0 {
				moves[i] = false
			}
		}
		var at []int
		var r, step []float64
		for again := true; again; {
			again = false
			at, r = at[:0], r[:0]
			for i, moves := range moves {
				if moves {
					at, r = append(at, i), append(r, objective.Slope(psi[own(i)], g[own(i)], l1[own(i)]))
				}
			}
			if len(at) == 0 {
				break
			}
			sub := factor.NewSymmetric(len(at))
			for a, i := range at {
				for b, j := range at[:a+1] {
					sub.SetSym(a, b, full.At(i, j))
				}
			}
			step, _ = solveSymmetric(sub, r, 1, h.Stop)
			factor.Forget(sub)
			for i := range moves {
				o := own(i)
				slope := g[o]
				for a, j := range at {
					slope -= full.At(i, j) * step[a]
				}
				left := math.Abs(objective.Slope(psi[o], slope, l1[o]))
				if !moves[i] {
					left = math.Abs(corners.slope(o, psi[o], slope))
				}
				switch {
				case left <= 256*epsilon*(math.Abs(g[o])+math.Sqrt(2*bend(p.Loss)*value)):
				case !moves[i] && (psi[o] != 0 || l1[o] == 0):
					moves[i], again = true, true
				case l1[o] == 0:
					return math.Inf(1)
				default:
					beyond = max(beyond, left/l1[o])
				}
			}
			if again {
				beyond = before
			}
		}
		square += kernel.Dot(r, step[:len(r)])
		for a, i := range at {
			y[own(i)], rest[own(i)] = step[a], r[a]
		}
	}
	c := newCurvature(h)
	defer c.forget()
	gap := p.blur(psi, value) + square/2*c.doubt() + beyond*value
	switch l := p.Loss.(type) {
	case loss.Concordant:
		if l.Concordance() == 0 || square == 0 {
			return gap
		}
		return p.widened(gap, l.Concordance()*math.Sqrt(square), value, c)
	case loss.Piecewise:
		return p.kept(l, psi, y, rest, value, gap)
	}
	return math.Inf(1)
}
