package rows

// Far returns the means of the columns of which all values, from low to high, are so far
// from 0, beside what tells them apart, that rounding of w·x shows, and 0 for the others;
// nil if there are none. Taking them off such values rounds nothing (Sterbenz).
func Far(low, high, mean []float64) []float64 {
	const far = 64
	var off []float64
	for j, m := range mean {
		width := high[j] - low[j]
		if width > 0 && (low[j] > far*width || high[j] < -far*width) {
			if off == nil {
				off = make([]float64, len(mean))
			}
			off[j] = m
		}
	}
	return off
}

// Centred returns the rows of x with the mean of each column taken off: a copy, or
// computed when it is needed if x is. Sparse rows stay so if 0 is taken off every
// column but those that have no zeros.
func Centred(x Rows, mean []float64) Rows {
	n, d := x.Dims()
	off := func(φ, x []float64) {
		for j, m := range mean {
			φ[j] = x[j] - m
		}
	}
	switch x := x.(type) {
	case interface {
		Map(d int, phi func(φ, x []float64), check func(x []float64, lo, hi int) error) Rows
	}:
		return x.Map(d, off, nil)
	case interface{ centred(mean []float64) Rows }:
		if c := x.centred(mean); c != nil {
			return c
		}
	}
	c := make([]float64, n*d)
	for i := range n {
		row := c[i*d : (i+1)*d]
		x.Row(row, i)
		off(row, row)
	}
	return NewDense(n, d, c)
}

// centred returns nil if some column with zeros has a mean to be taken off.
func (m *Sparse[V]) centred(mean []float64) Rows {
	n, _ := m.Dims()
	count := make([]int, m.d)
	for _, c := range m.column {
		count[c]++
	}
	for j, v := range mean {
		if v != 0 && count[j] < n {
			return nil
		}
	}
	c := &Sparse[float64]{d: m.d, scale: 1, start: m.start, column: m.column, value: make([]float64, len(m.value))}
	for e, v := range m.value {
		c.value[e] = m.scale*float64(v) - mean[m.column[e]]
	}
	return c
}
