package factor

import (
	"math/bits"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// symmetric has the memory of matrices that are no longer needed, by the power of 2 that it
// has room for.
var symmetric [bits.UintSize]sync.Pool

// NewSymmetric returns p×p zeros, in the memory of a matrix that was forgotten if there is one,
// and for p = 0 the empty matrix.
func NewSymmetric(p int) *mat.SymDense {
	if p == 0 {
		return new(mat.SymDense)
	}
	power := bits.Len(uint(p * p))
	if m, ok := symmetric[power].Get().(*[]float64); ok {
		zeros := (*m)[:p*p]
		clear(zeros)
		return mat.NewSymDense(p, zeros)
	}
	return mat.NewSymDense(p, make([]float64, p*p, 1<<power))
}

// Forget gives the memory of a matrix by NewSymmetric, which nothing may use any more, to the
// next.
func Forget(m *mat.SymDense) {
	data := m.RawSymmetric().Data
	if len(data) == 0 {
		return
	}
	symmetric[bits.Len(uint(len(data)))].Put(&data)
}
