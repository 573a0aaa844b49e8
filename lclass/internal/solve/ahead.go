package solve

import (
	"iter"

	"linclass/lclass/internal/objective"
)

// mostAhead is so few rows that those given up at an update cost little, and so
// many that a row costs hardly more than its product with the weights.
const mostAhead = 8

// ahead looks at rows of one score in their order, before their turn: what it
// finds holds as long as θ does. It takes the more of them the longer θ has not
// changed, and one at a time after that, so that a loss with an update at every
// row loses nothing.
type ahead struct {
	*objective.Objective
	l, z, r [mostAhead]float64
}

// A change is what one row asks for.
type change struct {
	row             int
	score, residual float64 // z and s ∂ℓ/∂z
}

// changes yields the rows whose residual is not 0 at the θ that (w, bias) has
// when they are come to. The loop may change it.
func (a *ahead) changes(w, bias []float64) iter.Seq[change] {
	return func(yield func(change) bool) {
		n := len(a.Weight)
		for lo, rows := 0, 1; lo < n; {
			hi := min(lo+rows, n)
			at := a.look(w, bias, lo, hi)
			if at < 0 {
				lo, rows = hi, min(2*rows, mostAhead)
				continue
			}
			if !yield(change{lo + at, a.z[at], a.r[at]}) {
				return
			}
			lo, rows = lo+at+1, 1
		}
	}
}

// look returns the first row from lo on whose residual is not 0, less lo, or −1.
func (a *ahead) look(w, bias []float64, lo, hi int) int {
	n := hi - lo
	z, r := a.z[:n], a.r[:n]
	a.X.Scores(z, lo, hi, 1, w, bias)
	a.Loss.Residuals(a.l[:n], r, z, 1, a.Targets.Slice(lo, hi, 1))
	weight := a.Weight[lo:hi]
	for i, v := range r {
		if v != 0 && weight[i] != 0 {
			r[i] = v * weight[i]
			return i
		}
	}
	return -1
}
