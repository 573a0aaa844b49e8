package rows

import (
	"sync"

	"linclass/lclass/internal/kernel"
)

// remembered keeps two values of each column of a table in memory, once they are found.
type remembered struct {
	mu    sync.Mutex
	a, b  []float64
	known bool
}

// of returns what it keeps, which is not to be changed and which find finds at first. If
// that is stopped, all are NaN and nothing is kept.
func (r *remembered) of(stop func() bool, find func() (a, b []float64)) (a, b []float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.known {
		a, b := find()
		if stopped(stop) {
			spoil(a)
			spoil(b)
			return a, b
		}
		r.a, r.b, r.known = a, b, true
	}
	return r.a, r.b
}

// limits returns the least and the largest value of each of d columns, found in parts of the
// n rows, in which find looks at the rows from ≤ i < to, or at fewer if it is stopped.
func limits(n, d, count int, find func(low, high []float64, from, to int)) (low, high []float64) {
	parts := make([][2][]float64, count)
	Parts(n, count, func(part, from, to int) {
		low, high := make([]float64, d), make([]float64, d)
		find(low, high, from, to)
		parts[part] = [2][]float64{low, high}
	})
	low, high = parts[0][0], parts[0][1]
	for _, p := range parts[1:] {
		kernel.Widen(low, high, p[0])
		kernel.Widen(low, high, p[1])
	}
	return low, high
}

// stopped asks stop, which may be nil.
func stopped(stop func() bool) bool { return stop != nil && stop() }
