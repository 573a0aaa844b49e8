package objective

import (
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/rows"
)

// Bends are the second derivatives of the loss of each row at some θ. With them the
// Hessian multiplies a vector in one pass over the rows, though the matrix itself may be
// far too large for any memory.
type Bends struct {
	o      *Objective
	mixing loss.Mixing // nil where a bend of a row is one number
	bend   []float64   // of the rows, with their weights, or of mixing losses their residuals
	weight float64     // Σs
}

// NewBends returns bends of rows that are here, to be found by [Bends.Pass].
func (o *Objective) NewBends() *Bends {
	b := &Bends{o: o, weight: o.TotalWeight()}
	size := o.Samples()
	if o.Loss.(loss.Curved).Mixed() {
		b.mixing = o.Loss.(loss.Mixing)
		size *= o.K
	}
	b.bend = make([]float64, size)
	return b
}

// Penalise gives the bends the penalty of another objective over the same rows.
func (b *Bends) Penalise(o *Objective) { b.o = o }

// Pass is Objective.Pass that also finds the bends at θ.
func (b *Bends) Pass(theta []float64) *Sum {
	o := b.o
	return o.PassBeside(theta, Want{Gradient: true}, func(lo, hi int, r []float64) {
		if b.mixing != nil {
			copy(b.bend[lo*o.K:], r)
			return
		}
		c := b.bend[lo:hi]
		o.Loss.(loss.Curved).Curvature(c, r, o.K, 0, 0, o.Targets.Slice(lo, hi, o.K))
		for i, s := range o.Weight[lo:hi] {
			c[i] *= s
		}
	})
}

// Outer returns what the bends of each row are made of, in the memory of c and p if that has
// room: c over Σs times the unit matrix where scores do not mix, with p nil, or else times
// diag(p) − ppᵀ.
func (b *Bends) Outer(c, p []float64) (_, _ []float64) {
	if b.mixing == nil {
		return b.Of(c), nil
	}
	o := b.o
	c = append(c[:0], o.Weight...)
	for i := range c {
		c[i] /= b.weight
	}
	p = append(p[:0], b.bend...)
	b.mixing.Outputs(p, o.K, o.Targets)
	return c, p
}

// Of returns the bends of the rows of the only score, over Σs, in the memory of to if
// that has room.
func (b *Bends) Of(to []float64) []float64 {
	to = append(to[:0], b.bend...)
	for i := range to {
		to[i] /= b.weight
	}
	return to
}

// Pairs returns the bends of the rows over Σs by each pair of scores a ≤ b that mix, or one
// for all scores, in the memory of to if that has room.
func (b *Bends) Pairs(to [][]float64) [][]float64 {
	if b.mixing == nil {
		if to == nil {
			to = make([][]float64, 1)
		}
		to[0] = b.Of(to[0])
		return to
	}
	pairs := blockPairs(b.mixing, b.o.K)
	if to == nil {
		to = make([][]float64, len(pairs))
	}
	n := len(b.o.Weight)
	for at, pair := range pairs {
		if to[at] == nil {
			to[at] = make([]float64, n)
		}
		b.mixing.Curvature(to[at], b.bend, b.o.K, pair[0], pair[1], b.o.Targets.Slice(0, n, b.o.K))
		for i, s := range b.o.Weight {
			to[at][i] *= s / b.weight
		}
	}
	return to
}

// Mean returns the mean bend of a score.
func (b *Bends) Mean() (mean float64) {
	if b.mixing == nil {
		for _, v := range b.bend {
			mean += v / b.weight
		}
		return mean
	}
	o, k := b.o, b.o.K
	c := make([]float64, block)
	for lo := 0; lo < len(o.Weight); lo += block {
		hi := min(lo+block, len(o.Weight))
		for a := range k {
			b.mixing.Curvature(c[:hi-lo], b.bend[lo*k:hi*k], k, a, a, o.Targets.Slice(lo, hi, k))
			for i, s := range o.Weight[lo:hi] {
				mean += s * c[i] / b.weight
			}
		}
	}
	return mean / float64(k)
}

// Times sets out to Hv, with the Hessian H of the mean of the losses.
func (b *Bends) Times(out, v []float64) {
	o := b.o
	n, k := o.Samples(), o.K
	w, bias := o.Split(v)
	sums := o.chunks(n, rowsAPart(len(v)), len(v)+1, func(from, to int) *Sum {
		sum := newSum()
		if sum.Gradient = out; from == 0 {
			clear(out)
		} else {
			sum.Gradient = gradients.zeros(len(v))
		}
		gw, gb := o.Split(sum.Gradient)
		m := remember(k)
		defer memories.Put(m)
		x := o.multiplier(w, bias, gw, nil, m)
		for lo := from; lo < to && !o.Stopped(); lo += block {
			hi := min(lo+block, to)
			z, r := m.z[:(hi-lo)*k], m.r[:(hi-lo)*k]
			x.scores(z, lo, hi)
			b.apply(r, z, lo)
			for i := 0; i < len(r); i += k {
				for c := range gb {
					gb[c] += r[i+c]
				}
			}
			x.addGradient(r, lo, hi)
		}
		x.end()
		return sum
	})
	o.held(together(sums))
}

// apply sets r to the bends of rows from lo on, over Σs, times their scores z.
func (b *Bends) apply(r, z []float64, lo int) {
	k, share := b.o.K, 1/b.weight
	hi := lo + len(z)/k
	if b.mixing == nil {
		for i, c := range b.bend[lo:hi] {
			for at := i * k; at < (i+1)*k; at++ {
				r[at] = c * share * z[at]
			}
		}
		return
	}
	b.mixing.Times(r, b.bend[lo*k:hi*k], z, k, b.o.Targets.Slice(lo, hi, k))
	for i, s := range b.o.Weight[lo:hi] {
		for at := i * k; at < (i+1)*k; at++ {
			r[at] *= s * share
		}
	}
}

// rowsAPart is how many rows a part has at least whose gradient has so many values:
// those of fewer rows would take longer to add up than to compute.
func rowsAPart(values int) int { return max(rows.Block, values/10) }
