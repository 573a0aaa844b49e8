package rows

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"linclass/lclass/internal/kernel"
)

// Blocks is a table that is read when it is needed, a block of consecutive
// rows at a time, and of which only the last few blocks are in memory: as many
// as there are cores, and two. A row is read again in every pass.
//
// Reading may fail. Then [Blocks.Err] is not nil, from then on nothing is read
// any more, and whatever is asked for is NaN.
type Blocks[V kernel.Value] struct {
	n, d, size int
	scale      float64
	read       func(x []V, lo, hi int) error
	spare      sync.Pool // of *[]V, size·d

	mu        sync.Mutex
	vacated   *sync.Cond
	slots     []*slot[V] // at most cap
	clock     int
	failed    error
	seen      []bool // blocks that low and high take in
	low, high []float64
}

// A slot has the memory of one block.
type slot[V kernel.Value] struct {
	block int
	x     []V
	rows  Rows          // nil if it cannot be read
	ready chan struct{} // closed when rows is there
	users int
	last  int // use, by the clock
}

var (
	_ Rows = (*Blocks[uint8])(nil)
	_ Rows = (*Blocks[float64])(nil)
)

// NewBlocks returns the n×d table of which read sets x, all 0 before, to the
// rows lo ≤ i < hi, one after the other. lo is a multiple of size, which is
// rounded up to a multiple of [Block], and hi is lo + size or n. read is
// called by several goroutines at once, must give the same values every time
// and must not keep x. A stored value v stands for scale·v; for float64 scale
// must be 1.
func NewBlocks[V kernel.Value](n, d, size int, scale float64, read func(x []V, lo, hi int) error) *Blocks[V] {
	size = max(1, (size+Block-1)/Block) * Block
	b := &Blocks[V]{
		n: n, d: d, size: size, scale: scale, read: read,
		slots: make([]*slot[V], 0, runtime.GOMAXPROCS(0)+2),
		seen:  make([]bool, (n+size-1)/size),
		low:   slices.Repeat([]float64{math.Inf(1)}, d),
		high:  slices.Repeat([]float64{math.Inf(-1)}, d),
	}
	b.spare.New = func() any {
		x := make([]V, min(size, n)*d)
		return &x
	}
	b.vacated = sync.NewCond(&b.mu)
	return b
}

// Err returns why the table cannot be read, nil as long as it can.
func (b *Blocks[V]) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failed
}

// acquire returns the block with a number, which must be given back, and nil if
// it cannot be read. Of several that ask for a block one reads it and the
// others wait.
func (b *Blocks[V]) acquire(block int) *slot[V] {
	b.mu.Lock()
	for b.failed == nil {
		b.clock++
		if s := b.find(block); s != nil {
			s.users++
			s.last = b.clock
			b.mu.Unlock()
			<-s.ready
			if s.rows == nil {
				return nil
			}
			return s
		}
		if s := b.vacant(); s != nil {
			s.block, s.users, s.last, s.rows, s.ready = block, 1, b.clock, nil, make(chan struct{})
			first := !b.seen[block]
			b.mu.Unlock()
			return b.fill(s, first)
		}
		b.vacated.Wait()
	}
	b.mu.Unlock()
	return nil
}

func (b *Blocks[V]) find(block int) *slot[V] {
	for _, s := range b.slots {
		if s.block == block {
			return s
		}
	}
	return nil
}

// vacant returns a slot that nobody uses: a new one, or the one whose last use
// is longest ago.
func (b *Blocks[V]) vacant() *slot[V] {
	if len(b.slots) < cap(b.slots) {
		s := &slot[V]{x: make([]V, min(b.size, b.n)*b.d)}
		b.slots = append(b.slots, s)
		return s
	}
	var oldest *slot[V]
	for _, s := range b.slots {
		if s.users == 0 && (oldest == nil || s.last < oldest.last) {
			oldest = s
		}
	}
	return oldest
}

// fill reads the block of a slot.
func (b *Blocks[V]) fill(s *slot[V], first bool) *slot[V] {
	defer close(s.ready)
	lo, hi := b.span(s.block)
	x := s.x[:(hi-lo)*b.d]
	if b.take(x, lo, hi) != nil {
		return nil
	}
	s.rows = b.table(hi-lo, x)
	if first {
		b.see(s)
	}
	return s
}

// table makes rows of values. It keeps float64 values.
func (b *Blocks[V]) table(n int, x []V) Rows {
	if x, ok := any(x).([]float64); ok {
		return NewDense(n, b.d, x)
	}
	return NewSparse(n, b.d, x, b.scale)
}

// span returns the rows of a block.
func (b *Blocks[V]) span(block int) (lo, hi int) {
	lo = block * b.size
	return lo, min(lo+b.size, b.n)
}

// take reads rows into x, unless reading has failed before. A failure is one of the
// table, whoever asked for the rows.
func (b *Blocks[V]) take(x []V, lo, hi int) error {
	if err := b.Err(); err != nil {
		return err
	}
	clear(x)
	err := b.read(x, lo, hi)
	if err != nil {
		b.fail(err)
	}
	return err
}

func (b *Blocks[V]) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed == nil {
		b.failed = err
	}
	b.vacated.Broadcast()
}

// see takes the range of a block in, so that Range need not read it.
func (b *Blocks[V]) see(s *slot[V]) {
	low, high := s.rows.Range(nil)
	b.mu.Lock()
	defer b.mu.Unlock()
	for j := range low {
		b.low[j], b.high[j] = min(b.low[j], low[j]), max(b.high[j], high[j])
	}
	b.seen[s.block] = true
}

func (b *Blocks[V]) release(s *slot[V]) {
	b.mu.Lock()
	s.users--
	if s.users == 0 {
		b.vacated.Signal()
	}
	b.mu.Unlock()
}

// BlockSize returns how many rows of that many bytes make a block of about 4 MB.
func BlockSize(row int) int {
	const memory = 4 << 20
	return max(1, memory/max(1, row)/Block) * Block
}
