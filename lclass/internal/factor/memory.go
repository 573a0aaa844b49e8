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
// and for p = 0 the empty matrix. Small matrices leave room for those of a similar size.
func NewSymmetric(p int) *mat.SymDense {
	const small = 1 << 20
	if p == 0 {
		return new(mat.SymDense)
	}
	n := p * p
	power := bits.Len(uint(n))
	for _, pool := range []*sync.Pool{&symmetric[power], &symmetric[power-1]} {
		m, ok := pool.Get().(*[]float64)
		switch {
		case !ok:
		case cap(*m) < n:
			pool.Put(m)
		default:
			zeros := (*m)[:n]
			clear(zeros)
			return mat.NewSymDense(p, zeros)
		}
	}
	room := n
	if n < small {
		room = 1 << power
	}
	return mat.NewSymDense(p, make([]float64, n, room))
}

// Forget gives the memory of a matrix, which nothing may use any more, to the next.
func Forget(m *mat.SymDense) {
	data := m.RawSymmetric().Data
	if len(data) == 0 {
		return
	}
	symmetric[bits.Len(uint(cap(data)))-1].Put(&data)
}
