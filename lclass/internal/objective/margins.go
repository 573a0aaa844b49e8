package objective

import (
	"math"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/rows"
	"linclass/lclass/shard"
)

// margins finds the least and the largest margin of a row that counts, before
// each of the other classes, without offsets, and its growth along a direction.
func (o *Objective) margins(q shard.Query) *Sum {
	n, d := o.X.Dims()
	scores := o.standardised(q)
	return merge(o.chunks(n, block, d+1, func(from, to int) *Sum {
		sum := newSum()
		sum.N = to - from
		at, along := make([]float64, block*o.K), make([]float64, block*o.K)
		scoresAt, scoresAlong := scores(q.Theta), scores(q.Along)
		for lo := from; lo < to; lo += block {
			if o.Stopped() {
				spoil(sum)
				break
			}
			hi := min(lo+block, to)
			scoresAt(at, lo, hi)
			scoresAlong(along, lo, hi)
			for i := lo; i < hi; i++ {
				if o.Weight[i] > 0 {
					row := (i - lo) * o.K
					o.addMargins(sum, i, at[row:row+o.K], along[row:row+o.K], q.Along != nil)
				}
			}
		}
		return sum
	}))
}

// addMargins adds those of row i by its scores.
func (o *Objective) addMargins(sum *Sum, i int, at, along []float64, moves bool) {
	class := o.Targets.Class[i]
	for c := range o.K {
		if o.K > 1 && c == class {
			continue
		}
		m := o.before(at, class, c)
		sum.Margin, sum.Largest = math.Min(sum.Margin, m), math.Max(sum.Largest, m)
		if moves {
			if o.Offset != nil && o.K == 1 {
				m += loss.Margin(o.Offset[i:i+1], class)
			}
			// A row far from the boundary moves with the rounding of the rest.
			growth := o.before(along, class, c) / max(1, m/50)
			sum.Fastest, sum.Slowest = math.Max(sum.Fastest, growth), math.Min(sum.Slowest, growth)
		}
	}
}

// standardised returns what sets z to the scores of rows, less the centre and divided by the
// scale of the query, by parameters, which are nil for none. Rows that are mostly 0 are
// not standardised one value after the other, but the parameters are.
func (o *Objective) standardised(q shard.Query) func(theta []float64) func(z []float64, lo, hi int) {
	n, d := o.X.Dims()
	sparse := rows.Kept(o.X) < n*d/2
	return func(theta []float64) func(z []float64, lo, hi int) {
		switch {
		case theta == nil:
			return func([]float64, int, int) {}
		case sparse:
			raw := make([]float64, len(theta))
			(&Scaled{Objective: o, Mean: q.Centre, Std: q.Scale}).Raw(raw, theta)
			w, b := o.Split(raw)
			return func(z []float64, lo, hi int) { o.X.Scores(z[:(hi-lo)*o.K], lo, hi, o.K, w, b) }
		}
		x := make([]float64, d)
		return func(z []float64, lo, hi int) {
			for i := lo; i < hi; i++ {
				o.X.Row(x, i)
				for j := range x {
					x[j] = (x[j] - q.Centre[j]) / q.Scale[j]
				}
				o.score(z[(i-lo)*o.K:(i-lo+1)*o.K], x, theta)
			}
		}
	}
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
