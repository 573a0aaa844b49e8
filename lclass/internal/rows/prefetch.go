package rows

import "linclass/lclass/internal/kernel"

// A Prefetcher is rows that can be asked for before they are read, so that they are near
// the processor by then.
type Prefetcher interface{ Prefetch(i int) }

// AsPrefetcher returns x as rows of that kind, nil if it is not or is near the processor anyway.
func AsPrefetcher(x Rows) Prefetcher {
	const few = 5e5 // values
	if Kept(x) < few {
		return nil
	}
	s, _ := x.(Prefetcher)
	return s
}

// mostPrefetched is how many values are asked for. Those after them are read in order, which
// processors notice by themselves.
const mostPrefetched = 128

// Prefetch implements [Prefetcher].
func (m *Dense) Prefetch(i int) { kernel.Prefetch(m.x[i*m.d : i*m.d+min(m.d, mostPrefetched)]) }

// Prefetch implements [Prefetcher].
func (m *Sparse[V]) Prefetch(i int) {
	lo := m.start[i]
	hi := min(m.start[i+1], lo+mostPrefetched)
	kernel.Prefetch(m.column[lo:hi])
	kernel.Prefetch(m.value[lo:hi])
}
