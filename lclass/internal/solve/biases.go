package solve

import (
	"math"
	"slices"

	"linclass/lclass/internal/kernel"
)

// settleBiases moves the biases of ψ, and the weights without a penalty that are at
// no bound, to where the loss is least with the other weights, by the BFGS method that
// begins with about the given second derivative. The gradient and the loss at ψ are g and
// value, and look returns those of another ψ.
func settleBiases(p *proof, corners corners, psi, g []float64, value, curvature float64, look func() (g []float64, value float64)) {
	const mostSteps, patience = 50, 5
	at := p.unpenalised(corners, psi)
	c := pick(psi, at)
	slopes := func() ([]float64, float64) {
		for i, own := range at {
			psi[own] = corners.within(own, c[i])
		}
		g, value := look()
		return pick(g, at), value
	}
	lost := func(c, e []float64, value float64) float64 {
		switch {
		case len(at) == p.K:
			return p.biases(c, e, value)
		case p.unseen(e, value):
			return 0
		}
		return p.goal(value) + largest(e)
	}
	e := pick(g, at)
	inverse := 1 / curvature
	even := func(e []float64) []float64 {
		out := slices.Clone(e)
		for i := range out {
			out[i] *= inverse
		}
		return out
	}
	memory := pairs{most: 2 * len(c)}
	best, least, since := slices.Clone(c), lost(c, e, value), 0
	for range mostSteps + len(c) {
		if least <= p.goal(value)/4 || since == patience {
			break
		}
		before := slices.Clone(c)
		kernel.Axpy(-1, memory.direction(e, even(e)), c)
		next, nextValue := slopes()
		if math.IsNaN(nextValue) {
			break
		}
		memory.push(before, c, e, next, even(e), even(next))
		e, value = next, nextValue
		if lost := lost(c, e, value); lost < least {
			copy(best, c)
			least, since = lost, 0
		} else {
			since++
		}
	}
	if since > 0 {
		copy(c, best)
		slopes()
	}
}

// unpenalised returns the numbers of the parameters without a penalty that are at no bound.
func (p *proof) unpenalised(corners corners, psi []float64) []int {
	var at []int
	for i, v := range psi {
		j := i / p.K
		if j == len(p.Std) || p.PenaltyFactors != nil && p.PenaltyFactors[j] == 0 && !math.IsInf(p.Std[j], 1) && !corners.bounds(i, v) {
			at = append(at, i)
		}
	}
	return at
}

func pick(v []float64, at []int) []float64 {
	picked := make([]float64, len(at))
	for i, own := range at {
		picked[i] = v[own]
	}
	return picked
}
