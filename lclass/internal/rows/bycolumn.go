package rows

// ByColumn is a sparse table column after column, for those who visit one column at a
// time.
type ByColumn struct {
	start []int // column j has the entries start[j] ≤ e < start[j+1]
	row   []int32
	value []float64
}

// AsByColumn returns a copy of a sparse table in memory by its columns, nil of another
// table. It lacks values if stop, which is nil for never, reports meanwhile that it is to end.
func AsByColumn(x Rows, stop func() bool) *ByColumn {
	if m, ok := x.(columned); ok {
		return m.byColumn(stop)
	}
	return nil
}

// HasColumns reports whether AsByColumn has a copy of the table.
func HasColumns(x Rows) bool {
	_, ok := x.(columned)
	return ok
}

type columned interface {
	byColumn(stop func() bool) *ByColumn
}

func (m *Sparse[V]) byColumn(stop func() bool) *ByColumn {
	b := &ByColumn{start: make([]int, m.d+1), row: make([]int32, len(m.value)), value: make([]float64, len(m.value))}
	n := len(m.start) - 1
	next := make([][]int, Count(n, max(Block, m.d/8), m.d)) // of each part, the entries of a column, and then where the next one goes
	Parts(n, len(next), func(part, lo, hi int) {
		next[part] = make([]int, m.d)
		for _, c := range m.column[m.start[lo]:m.start[hi]] {
			next[part][c]++
		}
	})
	at := 0
	for c := range m.d {
		b.start[c] = at
		for _, part := range next {
			part[c], at = at, at+part[c]
		}
	}
	b.start[m.d] = at
	Parts(n, len(next), func(part, lo, hi int) {
		next := next[part]
		for i := lo; i < hi; i++ {
			if i%Block == 0 && stopped(stop) {
				return
			}
			columns, values := m.row(i)
			for e, c := range columns {
				at := next[c]
				next[c]++
				b.row[at], b.value[at] = int32(i), m.scale*float64(values[e])
			}
		}
	})
	return b
}

func (m *Wide) byColumn(stop func() bool) *ByColumn {
	b := &ByColumn{start: make([]int, 1, m.d+1), row: make([]int32, 0, m.kept()), value: make([]float64, 0, m.kept())}
	for _, p := range m.panels {
		part := p.byColumn(stop)
		for _, end := range part.start[1:] {
			b.start = append(b.start, len(b.value)+end)
		}
		b.row, b.value = append(b.row, part.row...), append(b.value, part.value...)
	}
	return b
}

// Column returns the rows and the values of the entries of column j.
func (b *ByColumn) Column(j int) ([]int32, []float64) {
	lo, hi := b.start[j], b.start[j+1]
	return b.row[lo:hi], b.value[lo:hi]
}

// Dot returns Σ xᵢyᵢₐ over the rows of column j, where y has k values of each row.
func (b *ByColumn) Dot(j int, y []float64, k, a int) (sum float64) {
	row, value := b.Column(j)
	value = value[:len(row)]
	if k > 1 {
		for e, i := range row {
			sum += value[e] * y[int(i)*k+a]
		}
		return sum
	}
	var s0, s1, s2, s3 float64
	e := 0
	for ; e+4 <= len(row); e += 4 {
		r, v := row[e:e+4:e+4], value[e:e+4:e+4]
		s0 += v[0] * y[r[0]]
		s1 += v[1] * y[r[1]]
		s2 += v[2] * y[r[2]]
		s3 += v[3] * y[r[3]]
	}
	for ; e < len(row); e++ {
		s0 += value[e] * y[row[e]]
	}
	return s0 + s1 + s2 + s3
}

// AddWeighted adds what yᵢ, k values of each row, changes by where score a of the rows of
// column j changes by dxᵢ: dcᵢxᵢ to value a, or, with p, dcᵢxᵢ(diag(pᵢ) − pᵢpᵢᵀ)ₐ to all.
func (b *ByColumn) AddWeighted(j int, d float64, c, p []float64, k, a int, y []float64) {
	row, value := b.Column(j)
	value = value[:len(row)]
	switch {
	case p != nil:
		for e, i := range row {
			y, p := y[int(i)*k:][:k], p[int(i)*k:][:k]
			v := d * value[e] * c[i] * p[a]
			for b, w := range p {
				y[b] -= v * w
			}
			y[a] += v
		}
	case k > 1:
		for e, i := range row {
			y[int(i)*k+a] += d * value[e] * c[i]
		}
	default:
		c = c[:len(y)]
		for e, i := range row {
			y[i] += d * value[e] * c[i]
		}
	}
}

// Squares returns Σ cᵢxᵢ² over the rows of column j, or, with p, Σ cᵢpᵢₐ(1 − pᵢₐ)xᵢ².
func (b *ByColumn) Squares(j int, c, p []float64, k, a int) (sum float64) {
	row, value := b.Column(j)
	value = value[:len(row)]
	if p == nil {
		for e, i := range row {
			sum += c[i] * value[e] * value[e]
		}
		return sum
	}
	for e, i := range row {
		w := p[int(i)*k+a]
		sum += c[i] * w * (1 - w) * value[e] * value[e]
	}
	return sum
}
