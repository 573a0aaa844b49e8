package rows

import (
	"slices"

	"linclass/lclass/internal/kernel"
)

// Dense holds every value, row after row.
type Dense struct {
	n, d int
	x    []float64

	limits, moments remembered
}

var _ Rows = (*Dense)(nil)

// NewDense returns the n×d table whose rows lie one after the other in x. It
// keeps x.
func NewDense(n, d int, x []float64) *Dense {
	if len(x) != n*d {
		panic("rows: dense values do not fill n×d")
	}
	return &Dense{n: n, d: d, x: x}
}

// Dims implements Rows.
func (m *Dense) Dims() (n, d int) { return m.n, m.d }

// At implements Rows.
func (m *Dense) At(i, j int) float64 { return m.x[i*m.d+j] }

// Row implements Rows.
func (m *Dense) Row(dst []float64, i int) { copy(dst, m.row(i)) }

// Row returns row i of x, which is copied into dst, of length d, unless x has it
// as it is. It is not to be changed.
func Row(x Rows, dst []float64, i int) []float64 {
	if m, ok := x.(*Dense); ok {
		return m.row(i)
	}
	x.Row(dst, i)
	return dst
}

func (m *Dense) row(i int) []float64 { return m.x[i*m.d : (i+1)*m.d] }

func (m *Dense) block(lo, hi int) []float64 { return m.x[lo*m.d : hi*m.d] }

// Scores implements Rows.
func (m *Dense) Scores(z []float64, lo, hi, k int, w, b []float64) {
	kernel.DenseScores(z[:(hi-lo)*k], m.block(lo, hi), m.d, w[:m.d*k], b[:k])
}

// AddGradient implements Rows.
func (m *Dense) AddGradient(g []float64, lo, hi, k int, r []float64) {
	kernel.DenseGradient(g[:m.d*k], m.block(lo, hi), m.d, r[:(hi-lo)*k], k)
}

// AddGram implements Rows.
func (m *Dense) AddGram(h []float64, lo, hi int, r, shift []float64) {
	next := m.block(hi, min(2*hi-lo, m.n)) // in a pass over all rows
	x, r := m.counting(lo, r[:hi-lo])
	kernel.DenseGram(h, x, m.d, r, shift, next)
}

// counting returns the rows from lo on with their weights r, and if most of these
// are 0 only the others, copied.
func (m *Dense) counting(lo int, r []float64) (x, weight []float64) {
	all, count := mostCount(r)
	if all {
		return m.block(lo, lo+len(r)), r
	}
	x = make([]float64, 0, count*m.d)
	for i, v := range r {
		if v != 0 {
			x, weight = append(x, m.row(lo+i)...), append(weight, v)
		}
	}
	return x, weight
}

// mostCount reports whether so many weights are not 0 that the rows are taken as
// they are, and returns how many rows are then taken.
func mostCount(r []float64) (all bool, count int) {
	for _, v := range r {
		if v != 0 {
			count++
		}
	}
	if 2*count > len(r) {
		return true, len(r)
	}
	return false, count
}

// AddMoments implements Rows.
func (m *Dense) AddMoments(sum, square []float64, lo, hi int, r, shift []float64) {
	kernel.DenseMoments(sum, square, m.block(lo, hi), m.d, shift, r[:hi-lo])
}

func (m *Dense) equalMoments() *remembered { return &m.moments }

// Range implements Rows. It looks at the values once only.
func (m *Dense) Range(stop func() bool) (low, high []float64) {
	return m.limits.of(stop, func() (low, high []float64) {
		return limits(m.n, m.d, Count(m.n, 1024, 2*m.d+1), func(low, high []float64, from, to int) {
			copy(low, m.x[from*m.d:])
			copy(high, low)
			for i := from; i < to; i++ {
				if i%Block == 0 && stopped(stop) {
					return
				}
				kernel.Widen(low, high, m.row(i))
			}
		})
	})
}

// Subset implements Rows.
func (m *Dense) Subset(index []int) Rows {
	x := make([]float64, 0, len(index)*m.d)
	for _, i := range index {
		x = append(x, m.row(i)...)
	}
	return NewDense(len(index), m.d, slices.Clip(x))
}
