package rows

import "linclass/lclass/internal/kernel"

// Soon are rows that can be asked for before they are read, so that they are near the
// processor by then.
type Soon interface{ Soon(i int) }

// AsSoon returns x as rows of that kind, nil if it is not or is near the processor anyway.
func AsSoon(x Rows) Soon {
	const few = 5e5 // values
	if Kept(x) < few {
		return nil
	}
	s, _ := x.(Soon)
	return s
}

// mostSoon is how many values are asked for. Those after them are read in order, which
// processors notice by themselves.
const mostSoon = 128

// Soon implements [Soon].
func (m *Dense) Soon(i int) { kernel.Prefetch(m.x[i*m.d : i*m.d+min(m.d, mostSoon)]) }

// Soon implements [Soon].
func (m *Sparse[V]) Soon(i int) {
	lo := m.start[i]
	hi := min(m.start[i+1], lo+mostSoon)
	kernel.Prefetch(m.column[lo:hi])
	kernel.Prefetch(m.value[lo:hi])
}
