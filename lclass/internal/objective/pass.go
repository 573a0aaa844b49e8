package objective

import (
	"math"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/rows"
)

// Want says what a pass is to add up beyond the loss.
type Want struct {
	Gradient bool
	// Shift asks for the Gram matrices of φ = (x − Shift, 1) weighted with the
	// curvatures of the loss, which must be a loss.Curved.
	Shift []float64
}

// block is the number of rows whose scores are held at once.
const block = rows.Block

// Pass adds up the loss at θ over all rows.
func (o *Objective) Pass(theta []float64, want Want) *Sum {
	n, d := o.X.Dims()
	size := 1
	if want.Gradient {
		size += len(theta)
	}
	if want.Shift != nil {
		size += len(blockPairs(o.Loss.(loss.Curved), o.K)) * (d + 1) * (d + 1)
	}
	return merge(o.chunks(n, size, func(lo, hi int) *Sum { return o.passOver(theta, want, lo, hi) }))
}

func merge(sums []*Sum) *Sum {
	for _, s := range sums[1:] {
		sums[0].Merge(s)
	}
	return sums[0]
}

// chunks calls f on consecutive ranges of the n rows in parallel and returns
// the results, each of which holds size values, in the order of the rows.
func (o *Objective) chunks(n, size int, f func(lo, hi int) *Sum) []*Sum {
	sums := make([]*Sum, rows.Count(n, block, size))
	rows.Parts(n, len(sums), func(part, lo, hi int) { sums[part] = f(lo, hi) })
	return sums
}

func (o *Objective) passOver(theta []float64, want Want, from, to int) *Sum {
	_, d := o.X.Dims()
	k := o.K
	w, b := o.Split(theta)
	sum := &Sum{Margin: math.Inf(1), Largest: math.Inf(-1)}
	var gw, gb, curvature []float64
	var pairs [][2]int
	p := d + 1
	if want.Gradient {
		sum.Gradient = make([]float64, len(theta))
		gw, gb = o.Split(sum.Gradient)
	}
	if want.Shift != nil {
		pairs = blockPairs(o.Loss.(loss.Curved), k)
		sum.Gram = make([]float64, len(pairs)*p*p)
		curvature = make([]float64, block)
	}
	z, r, l := make([]float64, block*k), make([]float64, block*k), make([]float64, block)
	for lo := from; lo < to; lo += block {
		hi := min(lo+block, to)
		z, r, l := z[:(hi-lo)*k], r[:(hi-lo)*k], l[:hi-lo]
		weight := o.Weight[lo:hi]
		targets := o.Targets.Slice(lo, hi, k)
		o.X.Scores(z, lo, hi, k, w, b)
		sum.judge(z, weight, k, targets.Class)
		o.Loss.Residuals(l, r, z, k, targets)
		for i, s := range weight {
			sum.Weight += s
			sum.Loss += s * l[i]
		}
		for at, pair := range pairs {
			c := curvature[:hi-lo]
			o.Loss.(loss.Curved).Curvature(c, r, k, pair[0], pair[1], targets)
			for i, s := range weight {
				c[i] *= s
			}
			o.X.AddGram(sum.Gram[at*p*p:(at+1)*p*p], lo, hi, c, want.Shift)
		}
		if want.Gradient {
			for i, s := range weight {
				for j := i * k; j < (i+1)*k; j++ {
					r[j] *= s
					gb[j-i*k] += r[j]
				}
			}
			o.X.AddGradient(gw, lo, hi, k, r)
		}
	}
	return sum
}

// AtZero returns L and the gradient of the biases at θ = 0, where the
// features do not matter.
func (o *Objective) AtZero() (value float64, g []float64) {
	n, _ := o.X.Dims()
	k := o.K
	g = make([]float64, k)
	total := o.TotalWeight()
	l, zero, r := make([]float64, block), make([]float64, block*k), make([]float64, block*k)
	for lo := 0; lo < n; lo += block {
		hi := min(lo+block, n)
		size := hi - lo
		o.Loss.Residuals(l[:size], r[:size*k], zero[:size*k], k, o.Targets.Slice(lo, hi, k))
		for i, s := range o.Weight[lo:hi] {
			value += s * l[i] / total
			for c := range g {
				g[c] += s * r[i*k+c] / total
			}
		}
	}
	return value, g
}
