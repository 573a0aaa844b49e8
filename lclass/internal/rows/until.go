package rows

import "linclass/lclass/internal/kernel"

// Until are rows with a fast way to pass over those of which nothing is to be
// learned.
type Until interface {
	Rows
	// Until returns the first row from lo on whose only score z = x·w + b has
	// not sign·z > beyond, and z. If there is none it returns n and any z.
	Until(lo int, w, b, sign []float64, beyond float64) (row int, z float64)
}

// AsUntil returns x as rows of that kind, nil if that is no faster.
func AsUntil(x Rows) Until {
	u, ok := x.(Until)
	if !ok || !kernel.Until() {
		return nil
	}
	return u
}

// Until implements [Until].
func (m *Sparse[V]) Until(lo int, w, b, sign []float64, beyond float64) (row int, z float64) {
	passed, z := kernel.SparseUntil(m.start[lo:], m.column, m.value, m.scale, w[:m.d], b[:1], sign[lo:], beyond)
	return lo + passed, z
}
