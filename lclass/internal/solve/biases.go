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
	const mostSteps = 50
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
	for range mostSteps {
		if p.biases(c, e, value) <= p.goal(value)/4 {
			return
		}
		before := slices.Clone(c)
		kernel.Axpy(-1, memory.direction(e, even(e)), c)
		next, nextValue := slopes()
		if !(largest(next) < largest(e)) || math.IsNaN(nextValue) {
			copy(c, before)
			look()
			return
		}
		memory.push(before, c, e, next, even(e), even(next))
		e, value = next, nextValue
	}
}
