// Package kernel holds the inner loops: in assembly for processors with AVX2
// or AVX-512, which is found out at run time, and in plain Go for others.
package kernel

// Dot returns Σ xᵢyᵢ. y is at least as long as x.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	if best != nil && len(x) > 0 {
		return best.dot(&x[0], &y[0], len(x))
	}
	var s float64
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// Axpy adds a·x to y, which is at least as long as x.
func Axpy(a float64, x, y []float64) {
	if best != nil && len(x) > 0 {
		best.axpy(a, &x[0], &y[:len(x)][0], len(x))
		return
	}
	axpy(a, x, y)
}

func axpy(a float64, x, y []float64) {
	y = y[:len(x)]
	for len(x) >= 4 && len(y) >= 4 {
		y[0] += a * x[0]
		y[1] += a * x[1]
		y[2] += a * x[2]
		y[3] += a * x[3]
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		y[i] += a * v
	}
}

// Times sets z to the products xᵢyᵢ. y and z are at least as long as x, and z may be either.
func Times(z, x, y []float64) {
	y, z = y[:len(x)], z[:len(x)]
	if best != nil && len(x) > 0 {
		best.times(&z[0], &x[0], &y[0], len(x))
		return
	}
	for i, v := range x {
		z[i] = v * y[i]
	}
}

// Widen makes low and high the least and the largest of themselves and x, which is no longer.
// They keep what they are beside a NaN, and stay NaN.
func Widen(low, high, x []float64) {
	low, high = low[:len(x)], high[:len(x)]
	if best != nil && len(x) > 0 {
		best.widen(&low[0], &high[0], &x[0], len(x))
		return
	}
	for j, v := range x {
		if v < low[j] {
			low[j] = v
		}
		if v > high[j] {
			high[j] = v
		}
	}
}
