package rows

// Centred returns the rows of x with the mean of each column taken off, dense:
// a copy, or computed when it is needed if x is.
func Centred(x Rows, mean []float64) Rows {
	n, d := x.Dims()
	off := func(φ, x []float64) {
		for j, m := range mean {
			φ[j] = x[j] - m
		}
	}
	if s, ok := x.(interface {
		Map(d int, phi func(φ, x []float64), check func(x []float64, lo, hi int) error) Rows
	}); ok {
		return s.Map(d, off, nil)
	}
	c := make([]float64, n*d)
	for i := range n {
		row := c[i*d : (i+1)*d]
		x.Row(row, i)
		off(row, row)
	}
	return NewDense(n, d, c)
}
