package loss

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

// root returns the c between low and high at which an excess that falls in
// straight pieces is 0. Newton's method arrives once it is on the right piece;
// every other step halves the range so that it gets there.
func root(low, high float64, f func(c float64) (excess, fall float64)) float64 {
	c := low
	for i := range 120 {
		excess, fall := f(c)
		if excess > 0 {
			low = c
		} else {
			high = c
		}
		next := c + excess/fall
		if next == c {
			break
		}
		if i%2 == 1 || !(low < next && next < high) {
			next = low + (high-low)/2
		}
		c = next
	}
	return c
}
