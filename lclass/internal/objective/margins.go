package objective

import (
	"math"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/shard"
)

// margins finds the least and the largest margin of a row that counts, before
// each of the other classes, without offsets, and its growth along a direction.
func (o *Objective) margins(q shard.Query) *Sum {
	n, d := o.X.Dims()
	return merge(o.chunks(n, block, d+1, func(lo, hi int) *Sum {
		sum := newSum()
		sum.N = hi - lo
		x, at, along := make([]float64, d), make([]float64, o.K), make([]float64, o.K)
		for i := lo; i < hi; i++ {
			if i%block == 0 && o.Stopped() {
				spoil(sum)
				break
			}
			if o.Weight[i] == 0 {
				continue
			}
			o.X.Row(x, i)
			for j := range x {
				x[j] = (x[j] - q.Centre[j]) / q.Scale[j]
			}
			o.score(at, x, q.Theta)
			if q.Along != nil {
				o.score(along, x, q.Along)
			}
			class := o.Targets.Class[i]
			for c := range o.K {
				if o.K > 1 && c == class {
					continue
				}
				m := o.before(at, class, c)
				sum.Margin, sum.Largest = math.Min(sum.Margin, m), math.Max(sum.Largest, m)
				if q.Along != nil {
					if o.Offset != nil && o.K == 1 {
						m += loss.Margin(o.Offset[i:i+1], class)
					}
					// A row far from the boundary moves with the rounding of the rest.
					growth := o.before(along, class, c) / max(1, m/50)
					sum.Fastest, sum.Slowest = math.Max(sum.Fastest, growth), math.Min(sum.Slowest, growth)
				}
			}
		}
		return sum
	}))
}

// score sets z to the scores of x.
func (o *Objective) score(z, x, theta []float64) {
	w, b := o.Split(theta)
	copy(z, b)
	for j, v := range x {
		kernel.Axpy(v, w[j*o.K:(j+1)*o.K], z)
	}
}

// before returns the margin of a class before another one.
func (o *Objective) before(z []float64, class, other int) float64 {
	if o.K == 1 {
		return loss.Margin(z, class)
	}
	return z[class] - z[other]
}
