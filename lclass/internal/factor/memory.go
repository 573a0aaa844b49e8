package factor

import (
	"sync"

	"gonum.org/v1/gonum/mat"
)

// symmetric has the memory of matrices that are no longer needed.
var symmetric sync.Pool

// NewSymmetric returns p×p zeros, in the memory of a matrix that was forgotten if there is one.
func NewSymmetric(p int) *mat.SymDense {
	if m, ok := symmetric.Get().(*[]float64); ok && cap(*m) >= p*p {
		zeros := (*m)[:p*p]
		clear(zeros)
		return mat.NewSymDense(p, zeros)
	}
	return mat.NewSymDense(p, nil)
}

// Forget gives the memory of a matrix, which nothing may use any more, to the next.
func Forget(m *mat.SymDense) {
	data := m.RawSymmetric().Data
	symmetric.Put(&data)
}
