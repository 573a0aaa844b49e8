package rows

// Divided returns the rows of a sparse table with each column divided by its number of by,
// which is positive. It returns nil if x is not sparse, and if a quotient is 0 or infinite.
func Divided(x Rows, by []float64) Rows {
	if x, ok := x.(interface{ divided(by []float64) Rows }); ok {
		return x.divided(by)
	}
	return nil
}

func (m *Sparse[V]) divided(by []float64) Rows {
	q := &Sparse[float64]{d: m.d, scale: 1, start: m.start, column: m.column, value: make([]float64, len(m.value))}
	for e, v := range m.value {
		v := m.scale * float64(v) / by[m.column[e]]
		if v == 0 || v-v != 0 && v == v {
			return nil
		}
		q.value[e] = v
	}
	return q
}

func (m *Wide) divided(by []float64) Rows {
	return m.change(func(p *Sparse[float64], from, to int) Rows { return p.divided(by[from:to]) })
}
