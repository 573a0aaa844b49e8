package lclass

import (
	"fmt"
	"hash/fnv"
	"math"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/rows"
)

// fingerprints returns a short text for each feature that depends on its
// values beside the targets and weights, but not on the order of the samples,
// nor on whether equal ones share a row by a frequency:
//
//	Σ sᵢ h(xᵢ, tᵢ) modulo 2⁶⁴,
//
// where samples whose weight is not whole add h(xᵢ, tᵢ, sᵢ).
func (e *evidence) fingerprints() []string {
	n, d := e.objective.X.Dims()
	classes := make([]uint64, len(e.model.Classes))
	for k, class := range e.model.Classes {
		h := fnv.New64a()
		h.Write([]byte(class))
		classes[k] = h.Sum64()
	}
	parts := make([][]uint64, rows.Count(n, rows.Block, d+1))
	rows.Parts(n, len(parts), func(part, lo, hi int) { parts[part] = e.fingerprint(classes, lo, hi) })
	sums := parts[0]
	for _, p := range parts[1:] {
		for j, v := range p {
			sums[j] += v
		}
	}
	texts := make([]string, d)
	for j, sum := range sums {
		texts[j] = fmt.Sprintf("%016x", sum)
	}
	return texts
}

// fingerprint returns the sums over the samples lo ≤ i < hi.
func (e *evidence) fingerprint(classes []uint64, lo, hi int) []uint64 {
	o := e.objective
	sums, x := make([]uint64, o.Features()), make([]float64, o.Features())
	for i := lo; i < hi; i++ {
		s := o.Weight[i]
		if s == 0 {
			continue
		}
		times, target := uint64(1), uint64(0)
		if o.Targets.Class != nil {
			target = classes[o.Targets.Class[i]]
		} else {
			target = bits(o.Targets.Value[i])
		}
		if s == math.Trunc(s) && s <= mostCounted {
			times = uint64(s)
		} else {
			target = kernel.Scramble(target) ^ bits(s)
		}
		target = kernel.Scramble(target)
		kernel.AddScrambled(sums, rows.Row(o.X, x, i), target, times)
	}
	return sums
}

// bits returns the bits of v, the same ones for 0 and −0.
func bits(v float64) uint64 { return math.Float64bits(v + 0) }
