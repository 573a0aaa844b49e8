package rows

// Entries calls f for the values of row i that are not 0, in the order of their columns,
// until it returns false.
func Entries(x Rows, i int, f func(column int, v float64) bool) {
	if s, ok := x.(interface {
		entries(i int, f func(column int, v float64) bool) bool
	}); ok {
		s.entries(i, f)
		return
	}
	_, d := x.Dims()
	row := make([]float64, d)
	x.Row(row, i)
	for j, v := range row {
		if v != 0 && !f(j, v) {
			return
		}
	}
}

// Kept returns how many values are kept.
func Kept(x Rows) int {
	if s, ok := x.(interface{ kept() int }); ok {
		return s.kept()
	}
	n, d := x.Dims()
	return n * d
}

func (m *Sparse[V]) kept() int { return len(m.value) }

func (m *Wide) kept() (sum int) {
	for _, p := range m.panels {
		sum += p.kept()
	}
	return sum
}

// entries reports whether f always returned true.
func (m *Sparse[V]) entries(i int, f func(column int, v float64) bool) bool {
	columns, values := m.row(i)
	for e, c := range columns {
		if v := m.scale * float64(values[e]); v != 0 && !f(int(c), v) {
			return false
		}
	}
	return true
}

func (m *Dense) entries(i int, f func(column int, v float64) bool) bool {
	for j, v := range m.x[i*m.d : (i+1)*m.d] {
		if v != 0 && !f(j, v) {
			return false
		}
	}
	return true
}

func (m *Wide) entries(i int, f func(column int, v float64) bool) bool {
	for at, p := range m.panels {
		if !p.entries(i, func(column int, v float64) bool { return f(at*MaxColumns+column, v) }) {
			return false
		}
	}
	return true
}

// Empty returns the rows of a sparse table without a value; nil for other tables.
func Empty(x Rows) (index []int) {
	s, ok := x.(interface{ isEmpty(i int) bool })
	if !ok {
		return nil
	}
	n, _ := x.Dims()
	for i := range n {
		if s.isEmpty(i) {
			index = append(index, i)
		}
	}
	return index
}

func (m *Sparse[V]) isEmpty(i int) bool { return m.start[i] == m.start[i+1] }

func (m *Wide) isEmpty(i int) bool {
	for _, p := range m.panels {
		if !p.isEmpty(i) {
			return false
		}
	}
	return true
}
