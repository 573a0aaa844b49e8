package loss

import "math"

// shortfalls sets u to vⱼ − v_t + 1/q for all classes.
func shortfalls(u, v []float64, q float64, class int) {
	own := v[class]
	for j, x := range v {
		u[j] = x - own + 1/q
	}
}

// setOwn sets the slope of the true class to minus the sum of the others.
func setOwn(u []float64, class int) {
	u[class] = 0
	var sum float64
	for _, a := range u {
		sum += a
	}
	u[class] = -sum
}

// root returns the c of [low, high) at which an excess that falls in
// straight pieces is 0. Newton's method arrives once it is on the right piece;
// where it would leave the range, that is halved.
func root(low, high float64, f func(c float64) (excess, fall float64)) float64 {
	const most, rounding = 120, 1.0 / (1 << 50)
	c := low
	for range most {
		excess, fall := f(c)
		if excess > 0 {
			low = c
		} else {
			high = c
		}
		next := c + excess/fall
		if math.Abs(next-c) <= rounding*math.Abs(c) {
			return next
		}
		if !(low < next && next < high) {
			next = low + (high-low)/2
		}
		c = next
	}
	return c
}
