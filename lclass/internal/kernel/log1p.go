package kernel

import "math"

// Log1p sets y to log(1+x) for 0 ≤ x ≤ 1. y is as long as x, and may be x.
func Log1p(y, x []float64) {
	y = y[:len(x)]
	if best != nil && len(x) > 0 {
		best.log1p(&y[0], &x[0], len(x))
		return
	}
	for i, v := range x {
		y[i] = math.Log1p(v)
	}
}
