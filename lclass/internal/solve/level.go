package solve

import (
	"math"
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/rows"
)

// level returns what it costs the value of the dual at most to change the slopes of
// the samples so that they add up to 0 and not to e, which biases at their best ask
// for. For two scores at a time it takes the sample whose slopes can be changed
// by that for the least: one on a corner of the loss can for next to nothing.
func (d *dual) level(p *proof, theta, c, slopes, e []float64, value float64) (cost float64) {
	n, k := len(d.Weight), d.K
	e = slices.Clone(e)
	var size float64
	for _, v := range e {
		size += math.Abs(v)
	}
	w, b := d.Split(theta)
	z := make([]float64, n*k)
	for lo := 0; lo < n && !d.Stopped(); lo += rows.Block {
		hi := min(lo+rows.Block, n)
		d.X.Scores(z[lo*k:hi*k], lo, hi, k, w, b)
	}
	changed := make(map[int][]float64)
	for range k {
		by := make([]float64, k) // how much the mean of the slopes is to change
		if k == 1 {
			by[0] = -e[0]
		} else {
			high, low := slices.Index(e, slices.Max(e)), slices.Index(e, slices.Min(e))
			by[low] = min(e[high], -e[low])
			by[high] = -by[low]
		}
		if largest(by) == 0 {
			break
		}
		least, at := math.Inf(1), -1
		var best []float64
		for i := range n {
			if i%rows.Block == 0 && d.Stopped() {
				return math.Inf(1)
			}
			u := slopes[i*k : (i+1)*k]
			if own, ok := changed[i]; ok {
				u = own
			}
			if next, c := d.change(i, u, by, z[i*k:(i+1)*k]); c < least {
				least, at, best = c, i, next
			}
		}
		if at < 0 {
			return math.Inf(1)
		}
		cost += least
		changed[at] = best
		for k, v := range by {
			e[k] += v
		}
	}
	turned := size * p.longestRow()
	return cost + turned*turned/(2*d.L2) + p.biases(c, e, value)
}

// change returns the slopes of row i that change the mean by that, and what it
// costs; infinity if the loss has no such slopes.
func (d *dual) change(i int, u, by, z []float64) (next []float64, cost float64) {
	const projects = 1e30
	share := d.Weight[i] / d.total
	if share == 0 {
		return nil, math.Inf(1)
	}
	target := d.Targets.Slice(i, i+1, d.K)
	v := slices.Clone(u)
	kernel.Axpy(1/share, by, v)
	next = make([]float64, len(v))
	d.loss.Nearest(next, v, projects, target)
	for c := range v {
		if math.Abs(next[c]-v[c]) > 64*epsilon*largest(v) {
			return nil, math.Inf(1)
		}
	}
	cost = d.loss.Conjugate(next, target) - d.loss.Conjugate(u, target)
	for c, v := range next {
		cost -= (v - u[c]) * z[c]
	}
	return next, share * math.Abs(cost)
}
