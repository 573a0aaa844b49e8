package rows

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"linclass/lclass/internal/kernel"
)

// Dense holds every value, row after row.
type Dense struct {
	n, d int
	x    []float64
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

func (m *Dense) row(i int) []float64 { return m.x[i*m.d : (i+1)*m.d] }

// Scores implements Rows.
func (m *Dense) Scores(z []float64, lo, hi, k int, w, b []float64) {
	for i := lo; i < hi; i++ {
		scores := z[(i-lo)*k : (i-lo+1)*k]
		copy(scores, b)
		if k == 1 {
			scores[0] += kernel.Dot(m.row(i), w)
			continue
		}
		for j, v := range m.row(i) {
			kernel.Axpy(v, w[j*k:(j+1)*k], scores)
		}
	}
}

// AddGradient implements Rows.
func (m *Dense) AddGradient(g []float64, lo, hi, k int, r []float64) {
	for i := lo; i < hi; i++ {
		residual := r[(i-lo)*k : (i-lo+1)*k]
		if k == 1 {
			kernel.Axpy(residual[0], m.row(i), g)
			continue
		}
		for j, v := range m.row(i) {
			kernel.Axpy(v, residual, g[j*k:(j+1)*k])
		}
	}
}

// AddGram implements Rows. The shifted rows of a block are copied once and
// multiplied by BLAS.
func (m *Dense) AddGram(h []float64, lo, hi int, r, shift []float64) {
	const block = 256
	p := m.d + 1
	phi := make([]float64, min(block, hi-lo)*p)
	weighted := make([]float64, len(phi))
	for start := lo; start < hi; start += block {
		end := min(start+block, hi)
		for i := start; i < end; i++ {
			row, by := phi[(i-start)*p:(i-start+1)*p], weighted[(i-start)*p:(i-start+1)*p]
			for j, v := range m.row(i) {
				row[j] = v - shift[j]
			}
			row[m.d] = 1
			for j, v := range row {
				by[j] = v * r[i-lo]
			}
		}
		// Only the upper triangle is wanted: strips of columns skip most of the rest.
		const strip = 64
		for j := 0; j < p; j += strip {
			width := min(strip, p-j)
			blas64.Gemm(blas.Trans, blas.NoTrans, 1,
				blas64.General{Rows: end - start, Cols: j + width, Stride: p, Data: phi},
				blas64.General{Rows: end - start, Cols: width, Stride: p, Data: weighted[j:]},
				1, blas64.General{Rows: j + width, Cols: width, Stride: p, Data: h[j:]})
		}
	}
}

// AddMoments implements Rows.
func (m *Dense) AddMoments(sum, square []float64, lo, hi int, r, shift []float64) {
	for i := lo; i < hi; i++ {
		weight := r[i-lo]
		for j, v := range m.row(i) {
			v -= shift[j]
			sum[j] += weight * v
			square[j] += weight * v * v
		}
	}
}

// Range implements Rows.
func (m *Dense) Range() (low, high []float64) {
	low, high = make([]float64, m.d), make([]float64, m.d)
	copy(low, m.x)
	copy(high, m.x)
	for i := range m.n {
		for j, v := range m.row(i) {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	return low, high
}

// Subset implements Rows.
func (m *Dense) Subset(index []int) Rows {
	x := make([]float64, 0, len(index)*m.d)
	for _, i := range index {
		x = append(x, m.row(i)...)
	}
	return NewDense(len(index), m.d, slices.Clip(x))
}
