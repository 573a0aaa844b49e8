package objective

import (
	"math/bits"

	"linclass/lclass/internal/rows"
)

// Several adds up the loss at each of several θ, without gradients, in one pass
// over the rows, which reads each of them once.
func (o *Objective) Several(thetas [][]float64) []*Sum {
	if len(thetas) == 1 || o.Elsewhere != nil {
		sums := make([]*Sum, len(thetas))
		for i, theta := range thetas {
			sums[i] = o.Pass(theta, Want{})
		}
		return sums
	}
	n, d := o.X.Dims()
	// Scores are fastest for a power of 2.
	width := o.K << bits.Len(uint(len(thetas)-1))
	w, b := make([]float64, d*width), make([]float64, width)
	for i, theta := range thetas {
		from, bias := o.Split(theta)
		at := i * o.K
		copy(b[at:], bias)
		for j := range d {
			copy(w[j*width+at:][:o.K], from[j*o.K:])
		}
	}
	parts := make([][]*Sum, len(thetas)) // of each θ
	for i := range parts {
		parts[i] = make([]*Sum, rows.Count(n, block, len(thetas)))
	}
	rows.Parts(n, len(parts[0]), func(part, lo, hi int) {
		for i, s := range o.several(w, b, len(thetas), lo, hi) {
			parts[i][part] = s
		}
	})
	sums := make([]*Sum, len(thetas))
	for i, p := range parts {
		sums[i] = merge(p)
	}
	return sums
}

// several is Several for some rows, with the weights and biases of count θ side
// by side.
func (o *Objective) several(w, b []float64, count, from, to int) []*Sum {
	k, width := o.K, len(b)
	sums := make([]*Sum, count)
	for i := range sums {
		sums[i] = newSum()
		sums[i].N = to - from
	}
	m := remember(k)
	defer memories.Put(m)
	all := make([]float64, block*width)
	for lo := from; lo < to; lo += block {
		if o.Stopped() {
			for _, sum := range sums {
				spoil(sum)
			}
			break
		}
		hi := min(lo+block, to)
		scores, z := all[:(hi-lo)*width], m.z[:(hi-lo)*k]
		o.X.Scores(scores, lo, hi, width, w, b)
		targets := o.Targets.Slice(lo, hi, k)
		for i, sum := range sums {
			for row := range hi - lo {
				for c := range k {
					z[row*k+c] = scores[row*width+i*k+c]
				}
			}
			o.shift(z, lo, hi)
			o.addLoss(sum, m.l[:hi-lo], m.r[:len(z)], z, o.Weight[lo:hi], targets)
		}
	}
	return sums
}
