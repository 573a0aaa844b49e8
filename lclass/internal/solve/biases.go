package solve

import (
	"math"
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
)

// settleBiases moves the biases of ψ to where the loss is least with these
// weights, by the BFGS method. look returns the gradient and the loss at ψ.
func settleBiases(p *proof, psi []float64, look func() (g []float64, value float64)) {
	const mostSteps, patience = 50, 5
	_, c := p.Split(psi)
	slopes := func() ([]float64, float64) {
		g, value := look()
		_, e := p.Split(g)
		return slices.Clone(e), value
	}
	e, value := slopes()
	inverse := 1 / p.Loss.(loss.Bounded).Bound()
	even := func(e []float64) []float64 {
		out := slices.Clone(e)
		for i := range out {
			out[i] *= inverse
		}
		return out
	}
	memory := pairs{most: 2 * len(c)}
	best, least, since := slices.Clone(c), p.biases(c, e, value), 0
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
		if lost := p.biases(c, e, value); lost < least {
			copy(best, c)
			least, since = lost, 0
		} else {
			since++
		}
	}
	if since > 0 {
		copy(c, best)
		look()
	}
}
