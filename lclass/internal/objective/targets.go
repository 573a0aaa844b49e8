package objective

// targets adds up what is known without the features: the loss where all scores
// are 0, its gradient by the biases, and the targets.
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
		for i, s := range o.Weight[lo:hi] {
			sum.Weight += s
			sum.Loss += s * l[i]
			for c := range sum.Gradient {
				sum.Gradient[c] += s * r[i*k+c]
			}
			if t.Value != nil {
				for c := range k {
					sum.Target[c] += s * t.Value[i*k+c]
				}
			}
			if t.Class != nil && s > 0 {
				sum.Classes[t.Class[i]]++
			}
		}
	}
	return sum
}
