package objective

import "math"

// targets adds up what is known without the features: the loss where all scores
// are 0, its gradient by the biases, and the targets less the offsets.
func (o *Objective) targets() *Sum {
	const least = 1 << 14
	n, _ := o.X.Dims()
	return merge(o.chunks(n, least, 1, o.targetsOf))
}

// targetsOf does so for some rows.
func (o *Objective) targetsOf(from, to int) *Sum {
	k := o.K
	sum := newSum()
	sum.N, sum.Target = to-from, make([]float64, k)
	if o.Loss != nil {
		sum.Gradient = make([]float64, k)
	}
	if o.Targets.Class != nil {
		sum.Classes = make([]int, max(2, k))
	}
	l, zero, r := make([]float64, block), make([]float64, block*k), make([]float64, block*k)
	for lo := from; lo < to; lo += block {
		hi := min(lo+block, to)
		t := o.Targets.Slice(lo, hi, k)
		if o.Loss != nil {
			o.Loss.Residuals(l[:hi-lo], r[:(hi-lo)*k], zero[:(hi-lo)*k], k, t)
		}
		weight := o.Weight[lo:hi]
		addUp(sum, weight, l)
		if o.Loss != nil {
			weigh(r[:(hi-lo)*k], weight, sum.Gradient)
		}
		if t.Value != nil {
			for i := range hi - lo {
				for c := range k {
					r[i*k+c] = o.target(lo+i, c)
				}
			}
			weigh(r[:(hi-lo)*k], weight, sum.Target)
		}
		if o.Offset != nil {
			for _, v := range o.Offset[lo:hi] {
				sum.Offset = max(sum.Offset, math.Abs(v))
			}
		}
		if t.Class != nil {
			for i, s := range weight {
				if s > 0 {
					sum.Classes[t.Class[i]]++
				}
			}
		}
	}
	return sum
}
