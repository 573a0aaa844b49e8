package rows

import (
	"io"
	"slices"

	"linclass/lclass/internal/kernel"
)

// Sparse holds the non-zero values of each row with their column numbers; a
// stored value v stands for scale·v.
type Sparse[V kernel.Value] struct {
	d      int
	scale  float64
	start  []int // row i has the entries start[i] ≤ e < start[i+1]
	column []uint16
	value  []V

	limits, moments remembered
}

var (
	_ Rows = (*Sparse[uint8])(nil)
	_ Rows = (*Sparse[float64])(nil)
)

// MaxColumns is the largest number of columns of a sparse table.
const MaxColumns = 1 << 16

// NewSparse keeps the non-zero values of the n×d values in x, row after row.
// It does not keep x.
func NewSparse[V kernel.Value](n, d int, x []V, scale float64) *Sparse[V] {
	if len(x) != n*d {
		panic("rows: values do not fill n×d")
	}
	if d > MaxColumns {
		panic("rows: too many columns for a sparse table")
	}
	var nonzero int
	for _, v := range x {
		if v != 0 {
			nonzero++
		}
	}
	m := emptySparse[V](n, d, nonzero, scale)
	m.add(n, x)
	return m
}

// emptySparse has room for n rows with so many entries in all.
func emptySparse[V kernel.Value](n, d, entries int, scale float64) *Sparse[V] {
	return &Sparse[V]{d: d, scale: scale, start: make([]int, 1, n+1), column: make([]uint16, 0, entries), value: make([]V, 0, entries)}
}

// ReadSparse is NewSparse for n·d bytes that it reads from r, a block at a time.
// Of an error it tells the row; the end of r is one.
func ReadSparse(r io.Reader, n, d int, scale float64) (m *Sparse[uint8], row int, err error) {
	m = emptySparse[uint8](n, d, 0, scale)
	x := make([]uint8, min(Block, n)*d)
	for lo := 0; lo < n; lo += Block {
		hi := min(lo+Block, n)
		if had, err := io.ReadFull(r, x[:(hi-lo)*d]); err != nil {
			return nil, lo + had/d, err
		}
		m.add(hi-lo, x)
		if some := n / 16; lo < some && some <= hi {
			// The rest is like these, give or take a fiftieth.
			m.reserve(len(m.value) * n / hi * 51 / 50)
		}
	}
	return m, n, nil
}

// reserve makes room for so many entries in all.
func (m *Sparse[V]) reserve(entries int) {
	m.column = append(make([]uint16, 0, entries), m.column...)
	m.value = append(make([]V, 0, entries), m.value...)
}

// add appends n rows.
func (m *Sparse[V]) add(n int, x []V) {
	for i := range n {
		for j, v := range x[i*m.d : (i+1)*m.d] {
			if v != 0 {
				m.column = append(m.column, uint16(j))
				m.value = append(m.value, v)
			}
		}
		m.start = append(m.start, len(m.value))
	}
}

func (m *Sparse[V]) row(i int) ([]uint16, []V) {
	lo, hi := m.start[i], m.start[i+1]
	return m.column[lo:hi], m.value[lo:hi]
}

// Dims implements Rows.
func (m *Sparse[V]) Dims() (n, d int) { return len(m.start) - 1, m.d }

// At implements Rows.
func (m *Sparse[V]) At(i, j int) float64 {
	columns, values := m.row(i)
	e, found := slices.BinarySearch(columns, uint16(j))
	if !found {
		return 0
	}
	return m.scale * float64(values[e])
}

// Row implements Rows.
func (m *Sparse[V]) Row(dst []float64, i int) {
	clear(dst[:m.d])
	columns, values := m.row(i)
	for e, c := range columns {
		dst[c] = m.scale * float64(values[e])
	}
}

// Scores implements Rows.
func (m *Sparse[V]) Scores(z []float64, lo, hi, k int, w, b []float64) {
	kernel.SparseScores(z, m.start[lo:hi+1], m.column, m.value, m.scale, w[:m.d*k], b[:k])
}

// AddGradient implements Rows.
func (m *Sparse[V]) AddGradient(g []float64, lo, hi, k int, r []float64) {
	kernel.SparseGradient(g[:m.d*k], m.start[lo:hi+1], m.column, m.value, m.scale, r, k)
}

// AddGram implements Rows. It sums the products of non-zero values and then
// shifts the sums, Σr(x−m)(x−m)ᵀ = Σrxxᵀ − m(Σrx)ᵀ − (Σrx)mᵀ + (Σr)mmᵀ, which
// is exact enough for columns that are zero now and then. Columns that hardly
// ever are have their values shifted one by one.
func (m *Sparse[V]) AddGram(h []float64, lo, hi int, r, shift []float64) {
	p := m.d + 1
	full := m.full(lo, hi, r)
	rest := slices.Clone(shift) // what the sums are to be shifted by
	for _, c := range full {
		rest[c] = 0
	}
	sum := make([]float64, m.d)
	var total float64
	var columns []uint16
	var values []float64
	for i := lo; i < hi; i++ {
		weight := r[i-lo]
		if weight == 0 {
			continue
		}
		total += weight
		columns, values = m.shifted(columns[:0], values[:0], i, full, shift)
		for e, c := range columns {
			v := weight * values[e]
			sum[c] += v
			row := h[int(c)*p : (int(c)+1)*p]
			for f := e; f < len(columns); f++ {
				row[columns[f]] += v * values[f]
			}
		}
	}
	for i, si := range sum {
		row := h[i*p : (i+1)*p]
		mi := rest[i]
		for j := i; j < m.d; j++ {
			row[j] += total*mi*rest[j] - mi*sum[j] - si*rest[j]
		}
		row[m.d] += si - total*mi
	}
	h[len(h)-1] += total
}

// full returns the columns in which more than nine tenths of the rows
// lo ≤ i < hi of a weight have an entry.
func (m *Sparse[V]) full(lo, hi int, weight []float64) []uint16 {
	count := make([]int, m.d)
	var rows int
	for i := lo; i < hi; i++ {
		if weight[i-lo] == 0 {
			continue
		}
		rows++
		for _, c := range m.column[m.start[i]:m.start[i+1]] {
			count[c]++
		}
	}
	var columns []uint16
	for c, n := range count {
		if 10*n > 9*rows {
			columns = append(columns, uint16(c))
		}
	}
	return columns
}

// shifted appends the entries of row i to columns and values, and those of the
// full columns, entry or not, minus their shift.
func (m *Sparse[V]) shifted(columns []uint16, values []float64, i int, full []uint16, shift []float64) ([]uint16, []float64) {
	zerosBefore := func(c int) {
		for len(full) > 0 && int(full[0]) < c {
			columns, values = append(columns, full[0]), append(values, -shift[full[0]])
			full = full[1:]
		}
	}
	entries, stored := m.row(i)
	if len(full) == 0 {
		for _, v := range stored {
			values = append(values, m.scale*float64(v))
		}
		return append(columns, entries...), values
	}
	for e, c := range entries {
		zerosBefore(int(c))
		v := m.scale * float64(stored[e])
		if len(full) > 0 && full[0] == c {
			v -= shift[c]
			full = full[1:]
		}
		columns, values = append(columns, c), append(values, v)
	}
	zerosBefore(m.d)
	return columns, values
}

// AddMoments implements Rows. The zeros of a column are added at the end, by
// the weight that its non-zero values leave.
func (m *Sparse[V]) AddMoments(sum, square []float64, lo, hi int, r, shift []float64) {
	if !slices.ContainsFunc(shift, func(s float64) bool { return s != 0 }) {
		m.addMomentsAboutZero(sum, square, lo, hi, r)
		return
	}
	var total float64
	stored := make([]float64, m.d)
	for i := lo; i < hi; i++ {
		weight := r[i-lo]
		total += weight
		columns, values := m.row(i)
		for e, c := range columns {
			v := m.scale*float64(values[e]) - shift[c]
			stored[c] += weight
			sum[c] += weight * v
			square[c] += weight * v * v
		}
	}
	for j, s := range shift {
		zeros := total - stored[j]
		sum[j] -= zeros * s
		square[j] += zeros * s * s
	}
}

func (m *Sparse[V]) addMomentsAboutZero(sum, square []float64, lo, hi int, r []float64) {
	for i := lo; i < hi; i++ {
		columns, values := m.row(i)
		for e, c := range columns {
			v := m.scale * float64(values[e])
			first := r[i-lo] * v
			sum[c] += first
			square[c] += first * v
		}
	}
}

func (m *Sparse[V]) equalMoments() *remembered { return &m.moments }

// Range implements Rows. It looks at the values once only.
func (m *Sparse[V]) Range(stop func() bool) (low, high []float64) {
	n, _ := m.Dims()
	return m.limits.of(stop, func() (low, high []float64) {
		return limits(n, m.d, Count(n, max(1024, m.d/10), 3*m.d+1), func(low, high []float64, from, to int) {
			count := make([]int, m.d)
			for i := from; i < to; i++ {
				if i%Block == 0 && stopped(stop) {
					return
				}
				columns, values := m.row(i)
				for e, c := range columns {
					v := m.scale * float64(values[e])
					if count[c] == 0 {
						low[c], high[c] = v, v
					}
					low[c], high[c] = min(low[c], v), max(high[c], v)
					count[c]++
				}
			}
			for j, c := range count {
				if c < to-from {
					low[j], high[j] = min(low[j], 0), max(high[j], 0)
				}
			}
		})
	})
}

// Subset implements Rows.
func (m *Sparse[V]) Subset(index []int) Rows {
	var nonzero int
	for _, i := range index {
		nonzero += m.start[i+1] - m.start[i]
	}
	s := emptySparse[V](len(index), m.d, nonzero, m.scale)
	for _, i := range index {
		columns, values := m.row(i)
		s.column = append(s.column, columns...)
		s.value = append(s.value, values...)
		s.start = append(s.start, len(s.value))
	}
	return s
}
