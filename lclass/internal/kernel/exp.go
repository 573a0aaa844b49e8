package kernel

import "math"

// Exp sets y to eˣ. y is as long as x, and may be x.
func Exp(y, x []float64) {
	y = y[:len(x)]
	if best != nil && len(x) > 0 {
		best.exp(&y[0], &x[0], len(x))
		return
	}
	for i, v := range x {
		y[i] = math.Exp(v)
	}
}
