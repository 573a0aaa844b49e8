package rows

// Columns returns a copy of the columns with the given numbers, which increase, or nil
// for tables that are not in memory.
func Columns(x Rows, index []int) Rows {
	if m, ok := x.(interface{ columns([]int) Rows }); ok {
		return m.columns(index)
	}
	return nil
}

func (m *Dense) columns(index []int) Rows {
	x := make([]float64, 0, m.n*len(index))
	for i := range m.n {
		row := m.row(i)
		for _, j := range index {
			x = append(x, row[j])
		}
	}
	return NewDense(m.n, len(index), x)
}

func (m *Sparse[V]) columns(index []int) Rows {
	to := make([]int32, m.d)
	for at, j := range index {
		to[j] = int32(at) + 1
	}
	s := &Sparse[V]{d: len(index), scale: m.scale, start: make([]int, 1, len(m.start))}
	for i := range len(m.start) - 1 {
		columns, values := m.row(i)
		for e, c := range columns {
			if at := to[c]; at > 0 {
				s.column, s.value = append(s.column, uint16(at-1)), append(s.value, values[e])
			}
		}
		s.start = append(s.start, len(s.value))
	}
	return s
}
