package rows

import (
	"slices"
	"sync"
)

// limits keeps the least and the largest value of each column of a table in memory.
type limits struct {
	mu        sync.Mutex
	low, high []float64
}

// of returns what it keeps. At first it finds them in parts of the n rows, in which find
// looks at the rows from ≤ i < to, or at fewer if it is stopped. Then all are NaN and
// nothing is kept.
func (l *limits) of(n, d, count int, stop func() bool, find func(low, high []float64, from, to int)) (low, high []float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.low == nil {
		parts := make([][2][]float64, count)
		Parts(n, count, func(part, from, to int) {
			low, high := make([]float64, d), make([]float64, d)
			find(low, high, from, to)
			parts[part] = [2][]float64{low, high}
		})
		low, high := parts[0][0], parts[0][1]
		for _, p := range parts[1:] {
			widen(low, high, p[0])
			widen(low, high, p[1])
		}
		if stopped(stop) {
			spoil(low)
			spoil(high)
			return low, high
		}
		l.low, l.high = low, high
	}
	return slices.Clone(l.low), slices.Clone(l.high)
}

// widen makes low and high the least and the largest of themselves and x.
func widen(low, high, x []float64) {
	high = high[:len(low)]
	x = x[:len(low)]
	for j, v := range x {
		if v < low[j] {
			low[j] = v
		}
		if v > high[j] {
			high[j] = v
		}
	}
}

// stopped asks stop, which may be nil.
func stopped(stop func() bool) bool { return stop != nil && stop() }
