package lclass

import (
	"fmt"
	"hash/fnv"
	"math"
	"sync"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// A fingerprint is a number for each feature that depends on its values beside
// the targets, offsets and weights, but not on the order of the samples, nor on whether
// equal ones share a row by a frequency:
//
//	Σ sᵢ h(xᵢ, tᵢ) modulo 2⁶⁴,
//
// where samples whose weight is not whole add h(xᵢ, tᵢ, sᵢ).
type fingerprint struct {
	*objective.Objective
	classes []uint64

	mu   sync.Mutex
	sums []uint64
}

func newFingerprint(o *objective.Objective, classes []string) *fingerprint {
	f := &fingerprint{Objective: o, classes: make([]uint64, len(classes)), sums: make([]uint64, o.Features())}
	for k, class := range classes {
		h := fnv.New64a()
		h.Write([]byte(class))
		f.classes[k] = h.Sum64()
	}
	return f
}

// texts returns the numbers, once all samples are added.
func (f *fingerprint) texts() []string {
	return transform(f.sums, func(sum uint64) string { return fmt.Sprintf("%016x", sum) })
}

// add adds the samples lo ≤ i < hi.
func (f *fingerprint) add(lo, hi int, _ []float64) {
	sums, x := make([]uint64, len(f.sums)), make([]float64, len(f.sums))
	for i := lo; i < hi; i++ {
		s := f.Weight[i]
		if s == 0 {
			continue
		}
		times, target := uint64(1), uint64(0)
		if f.Targets.Class != nil {
			target = f.classes[f.Targets.Class[i]]
		} else {
			target = bits(f.Targets.Value[i])
		}
		if f.Offset != nil {
			target = kernel.Scramble(target) ^ bits(f.Offset[i])
		}
		if s == math.Trunc(s) && s <= mostCounted {
			times = uint64(s)
		} else {
			target = kernel.Scramble(target) ^ bits(s)
		}
		target = kernel.Scramble(target)
		kernel.AddScrambled(sums, rows.Row(f.X, x, i), target, times)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for j, v := range sums {
		f.sums[j] += v
	}
}

// bits returns the bits of v, the same ones for 0 and −0.
func bits(v float64) uint64 { return math.Float64bits(v + 0) }
