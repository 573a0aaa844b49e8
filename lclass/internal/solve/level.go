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
	d.scores(z, k, w, b)
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
		best, next, near := make([]float64, k), make([]float64, k), make([]float64, k)
		for i := range n {
			if i%rows.Block == 0 && d.Stopped() {
				return math.Inf(1)
			}
			u := slopes[i*k : (i+1)*k]
			if own, ok := changed[i]; ok {
				u = own
			}
			if c := d.change(i, u, by, z[i*k:(i+1)*k], next); c < least && d.isSlope(i, next, near) {
				least, at = c, i
				copy(best, near)
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
	turned := size * p.Reach()
	return cost + turned*turned/(2*d.L2) + p.biases(c, e, value)
}

// change sets next to what changes the mean by that with row i alone, and returns what it
// costs, if the loss has such slopes.
func (d *dual) change(i int, u, by, z, next []float64) (cost float64) {
	share := d.Weight[i] / d.total
	if share == 0 {
		return math.Inf(1)
	}
	copy(next, u)
	kernel.Axpy(1/share, by, next)
	cost = d.loss.Conjugate(next, &d.Targets, i) - d.loss.Conjugate(u, &d.Targets, i)
	for c, v := range next {
		cost -= (v - u[c]) * z[c]
	}
	return share * math.Abs(cost)
}

// isSlope reports whether v, but for rounding, is slopes that the loss of row i has, and sets
// near to these.
func (d *dual) isSlope(i int, v, near []float64) bool {
	const projects = 1e30
	d.loss.Nearest(near, v, projects, &d.Targets, i)
	for c := range v {
		if math.Abs(near[c]-v[c]) > 64*epsilon*largest(v) {
			return false
		}
	}
	return true
}
