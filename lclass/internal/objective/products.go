package objective

import "linclass/lclass/shard"

// stretch is the number of rows of which products look at all, before they skip
// some.
const stretch = 64

// products adds up Σ s φφᵀ with φ = (x − centre, 1) over every skip-th stretch.
func (o *Objective) products(q shard.Query) *Sum {
	n, d := o.X.Dims()
	skip := max(1, q.Skip)
	// Two matrices at a time are enough memory for images.
	return merge(o.chunks(n, block, 3*(d+1)*(d+1), func(lo, hi int) *Sum {
		sum := newSum()
		sum.Curvature = make([]float64, (d+1)*(d+1))
		for start := lo; start < hi; start += stretch * skip {
			if o.Stopped() {
				spoil(sum)
				break
			}
			end := min(start+stretch, hi)
			o.X.AddGram(sum.Curvature, start, end, o.Weight[start:end], q.Centre)
			sum.N += end - start
			for _, weight := range o.Weight[start:end] {
				sum.Weight += weight
			}
		}
		return sum
	}))
}
