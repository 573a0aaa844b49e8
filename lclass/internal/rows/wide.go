package rows

// Wide is a sparse table of more than MaxColumns columns: panels of MaxColumns columns
// side by side, the last of which may have fewer. So a value takes 10 bytes whatever its
// column is, and a row 8 bytes more in every panel.
type Wide struct {
	d      int
	panels []*Sparse[float64]

	moments remembered
}

var _ Rows = (*Wide)(nil)

// MaxWide is the largest number of columns of a wide table.
const MaxWide = 1 << 24

// each calls f for every panel with its first column and the one after its last.
func (m *Wide) each(f func(p *Sparse[float64], from, to int)) {
	for at, p := range m.panels {
		f(p, at*MaxColumns, at*MaxColumns+p.d)
	}
}

// Dims implements Rows.
func (m *Wide) Dims() (n, d int) {
	n, _ = m.panels[0].Dims()
	return n, m.d
}

// At implements Rows.
func (m *Wide) At(i, j int) float64 { return m.panels[j/MaxColumns].At(i, j%MaxColumns) }

// Row implements Rows.
func (m *Wide) Row(dst []float64, i int) {
	m.each(func(p *Sparse[float64], from, to int) { p.Row(dst[from:to], i) })
}

// Scores implements Rows. It adds the scores of the panels.
func (m *Wide) Scores(z []float64, lo, hi, k int, w, b []float64) {
	part, none := make([]float64, (hi-lo)*k), make([]float64, k)
	m.each(func(p *Sparse[float64], from, to int) {
		if from == 0 {
			p.Scores(z, lo, hi, k, w[:to*k], b)
			return
		}
		p.Scores(part, lo, hi, k, w[from*k:to*k], none)
		for i, v := range part {
			z[i] += v
		}
	})
}

// AddGradient implements Rows.
func (m *Wide) AddGradient(g []float64, lo, hi, k int, r []float64) {
	m.each(func(p *Sparse[float64], from, to int) { p.AddGradient(g[from*k:to*k], lo, hi, k, r) })
}

// AddGram implements Rows. Its h, of (d+1)² values, fits into no usual memory, so it is
// as simple as can be.
func (m *Wide) AddGram(h []float64, lo, hi int, r, shift []float64) {
	φ := make([]float64, m.d+1)
	φ[m.d] = 1
	for i := lo; i < hi; i++ {
		m.Row(φ, i)
		for j, s := range shift {
			φ[j] -= s
		}
		for a, v := range φ {
			row := h[a*(m.d+1) : (a+1)*(m.d+1)]
			for c := a; c <= m.d; c++ {
				row[c] += r[i-lo] * v * φ[c]
			}
		}
	}
}

// AddMoments implements Rows.
func (m *Wide) AddMoments(sum, square []float64, lo, hi int, r, shift []float64) {
	m.each(func(p *Sparse[float64], from, to int) {
		p.AddMoments(sum[from:to], square[from:to], lo, hi, r, shift[from:to])
	})
}

func (m *Wide) equalMoments() *remembered { return &m.moments }

// Range implements Rows.
func (m *Wide) Range(stop func() bool) (low, high []float64) {
	low, high = make([]float64, m.d), make([]float64, m.d)
	m.each(func(p *Sparse[float64], from, to int) {
		l, h := p.Range(stop)
		copy(low[from:to], l)
		copy(high[from:to], h)
	})
	return low, high
}

// Subset implements Rows.
func (m *Wide) Subset(index []int) Rows {
	return m.change(func(p *Sparse[float64], _, _ int) Rows { return p.Subset(index) })
}

// change returns the table of the panels that f returns, or nil if it returns nil for one.
func (m *Wide) change(f func(p *Sparse[float64], from, to int) Rows) Rows {
	c := &Wide{d: m.d}
	for at, p := range m.panels {
		part, ok := f(p, at*MaxColumns, at*MaxColumns+p.d).(*Sparse[float64])
		if !ok {
			return nil
		}
		c.panels = append(c.panels, part)
	}
	return c
}

func (m *Wide) columns(index []int) Rows {
	to := make([]int32, m.d)
	for at, j := range index {
		to[j] = int32(at) + 1
	}
	var b Builder
	n, _ := m.Dims()
	for i := range n {
		m.each(func(p *Sparse[float64], from, _ int) {
			columns, values := p.row(i)
			for e, c := range columns {
				if at := to[from+int(c)]; at > 0 {
					b.Add(int(at-1), values[e])
				}
			}
		})
		b.EndRow()
	}
	return b.Sparse(len(index))
}

// centred returns nil if some column with zeros has a mean to be taken off.
func (m *Wide) centred(mean []float64) Rows {
	return m.change(func(p *Sparse[float64], from, to int) Rows { return p.centred(mean[from:to]) })
}

func (m *Wide) distances(q []float64, lo, hi int, centre []float64) {
	clear(q[:hi-lo])
	part := make([]float64, hi-lo)
	m.each(func(p *Sparse[float64], from, to int) {
		p.distances(part, lo, hi, centre[from:to])
		for i, v := range part {
			q[i] += v
		}
	})
}
