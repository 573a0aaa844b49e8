package rows

import "linclass/lclass/internal/kernel"

// Distances sets q, one value a row, to ‖xᵢ − centre‖² for the rows lo ≤ i < hi. Of
// sparse rows it takes only the non-zero values, which is exact to the rounding of
// ‖centre‖².
func Distances(x Rows, q []float64, lo, hi int, centre []float64) {
	if s, ok := x.(interface {
		distances(q []float64, lo, hi int, centre []float64)
	}); ok {
		s.distances(q, lo, hi, centre)
		return
	}
	row := make([]float64, len(centre))
	for i := range q[:hi-lo] {
		x.Row(row, lo+i)
		kernel.Axpy(-1, centre, row)
		q[i] = kernel.Dot(row, row)
	}
}

func (m *Sparse[V]) distances(q []float64, lo, hi int, centre []float64) {
	all := kernel.Dot(centre, centre)
	for i := range q[:hi-lo] {
		var own, others float64
		columns, values := m.row(lo + i)
		for e, c := range columns {
			at := centre[c]
			v := m.scale*float64(values[e]) - at
			own += v * v
			others += at * at
		}
		q[i] = own + max(0, all-others)
	}
}
