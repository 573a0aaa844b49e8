package objective

import (
	"sync"

	"linclass/lclass/internal/kernel"
)

// memory is what a pass over some rows needs besides its sum. It is used again
// by others, so that the garbage of a fit is not many times its data.
type memory struct {
	z, r, l, curvature []float64 // of a block
	curvatures         []float64 // of all pairs of scores, by row
	part               []float32 // of a rough gradient; all 0 between passes
}

var memories = sync.Pool{New: func() any { return new(memory) }}

// remember returns memory for blocks with k scores, to be given back to memories.
func remember(k int) *memory {
	m := memories.Get().(*memory)
	sized(&m.z, block*k+kernel.Line)
	sized(&m.r, block*k+kernel.Line)
	sized(&m.l, block)
	sized(&m.curvature, block)
	return m
}

// sized makes *s a slice of n values, which are what they were as far as there were
// so many.
func sized[V float32 | float64](s *[]V, n int) []V {
	if cap(*s) < n {
		*s = make([]V, n)
	}
	*s = (*s)[:n]
	return *s
}

// A pool has the sums of parts of the rows that have been merged.
type pool struct{ sync.Pool }

var gradients, curvatures pool

// zeros returns n zeros.
func (p *pool) zeros(n int) []float64 {
	if s, ok := p.Get().(*[]float64); ok && cap(*s) >= n {
		clear((*s)[:n])
		return (*s)[:n]
	}
	return make([]float64, n)
}
