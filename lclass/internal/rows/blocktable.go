package rows

import (
	"cmp"
	"math"
	"slices"
)

// each calls f on the part of each block within the rows lo ≤ i < hi: its rows
// from ≤ r < to, which begin at row lo+at. It stops at a block that cannot be
// read and reports whether there was none.
func (b *Blocks[V]) each(lo, hi int, f func(x Rows, from, to, at int)) bool {
	for i := lo; i < hi; {
		s := b.acquire(i / b.size)
		if s == nil {
			return false
		}
		first, end := b.span(s.block)
		end = min(end, hi)
		f(s.rows, i-first, end-first, i-lo)
		b.release(s)
		i = end
	}
	return true
}

// Dims implements Rows.
func (b *Blocks[V]) Dims() (n, d int) { return b.n, b.d }

// At implements Rows.
func (b *Blocks[V]) At(i, j int) float64 {
	v := math.NaN()
	b.each(i, i+1, func(x Rows, from, _, _ int) { v = x.At(from, j) })
	return v
}

// Row implements Rows.
func (b *Blocks[V]) Row(dst []float64, i int) {
	if !b.each(i, i+1, func(x Rows, from, _, _ int) { x.Row(dst, from) }) {
		spoil(dst)
	}
}

// Scores implements Rows.
func (b *Blocks[V]) Scores(z []float64, lo, hi, k int, w, bias []float64) {
	if !b.each(lo, hi, func(x Rows, from, to, at int) { x.Scores(z[at*k:], from, to, k, w, bias) }) {
		spoil(z[:(hi-lo)*k])
	}
}

// AddGradient implements Rows.
func (b *Blocks[V]) AddGradient(g []float64, lo, hi, k int, r []float64) {
	if !b.each(lo, hi, func(x Rows, from, to, at int) { x.AddGradient(g, from, to, k, r[at*k:]) }) {
		spoil(g)
	}
}

// AddGram implements Rows. Rows of several blocks are brought together first: a
// table in memory, too, adds up those that count as one.
func (b *Blocks[V]) AddGram(h []float64, lo, hi int, r, shift []float64) {
	if lo < hi && lo/b.size < (hi-1)/b.size {
		b.addGramTogether(h, lo, hi, r, shift)
		return
	}
	if !b.each(lo, hi, func(x Rows, from, to, at int) { x.AddGram(h, from, to, r[at:], shift) }) {
		spoil(h)
	}
}

func (b *Blocks[V]) addGramTogether(h []float64, lo, hi int, r, shift []float64) {
	all, count := mostCount(r[:hi-lo])
	x, weight := make([]V, 0, count*b.d), make([]float64, 0, count)
	for i := lo; i < hi; {
		s := b.acquire(i / b.size)
		if s == nil {
			spoil(h)
			return
		}
		first, end := b.span(s.block)
		for end = min(end, hi); i < end; i++ {
			if v := r[i-lo]; v != 0 || all {
				x, weight = append(x, s.x[(i-first)*b.d:(i-first+1)*b.d]...), append(weight, v)
			}
		}
		b.release(s)
	}
	b.table(count, x).AddGram(h, 0, count, weight, shift)
}

// AddMoments implements Rows.
func (b *Blocks[V]) AddMoments(sum, square []float64, lo, hi int, r, shift []float64) {
	if !b.each(lo, hi, func(x Rows, from, to, at int) { x.AddMoments(sum, square, from, to, r[at:], shift) }) {
		spoil(sum)
		spoil(square)
	}
}

// Range implements Rows. It reads only blocks that have not been read before.
func (b *Blocks[V]) Range(stop func() bool) (low, high []float64) {
	if b.n == 0 {
		return make([]float64, b.d), make([]float64, b.d)
	}
	Parts(b.n, Count(b.n, Block, 1), func(_, lo, hi int) {
		for block := lo / b.size; block*b.size < hi && !stopped(stop); block++ {
			b.mu.Lock()
			seen := b.seen[block]
			b.mu.Unlock()
			if !seen {
				b.each(block*b.size, block*b.size+1, func(Rows, int, int, int) {})
			}
		}
	})
	ended := stopped(stop) // stop may ask this table
	b.mu.Lock()
	defer b.mu.Unlock()
	low, high = slices.Clone(b.low), slices.Clone(b.high)
	if b.failed != nil || ended {
		spoil(low)
		spoil(high)
	}
	return low, high
}

// Subset implements Rows. Rows in increasing order are read when they are
// needed, too, unless they fit into a block. Others are read now, each block
// once, and are in memory.
func (b *Blocks[V]) Subset(index []int) Rows {
	index = slices.Clone(index)
	if len(index) > b.size && slices.IsSorted(index) {
		return NewBlocks(len(index), b.d, b.size, b.scale, func(x []V, lo, hi int) error {
			return b.pick(x, index[lo:hi], nil)
		})
	}
	order := make([]int, len(index))
	for at := range order {
		order[at] = at
	}
	slices.SortStableFunc(order, func(p, q int) int { return cmp.Compare(index[p], index[q]) })
	slices.Sort(index)
	x := make([]V, len(index)*b.d)
	if err := b.pick(x, index, order); err != nil {
		return unreadable(len(index), b.d, err)
	}
	return b.table(len(index), x)
}

// Lazy are rows that are read when they are needed, each time anew.
type Lazy interface {
	Rows
	// Load returns them in memory.
	Load() (Rows, error)
}

// Load returns the table in memory.
func (b *Blocks[V]) Load() (Rows, error) {
	x := make([]V, b.n*b.d)
	for lo := 0; lo < b.n; lo += b.size {
		_, hi := b.span(lo / b.size)
		if err := b.take(x[lo*b.d:hi*b.d], lo, hi); err != nil {
			return nil, err
		}
	}
	return b.table(b.n, x), nil
}

// unreadable returns a table of which only the error is known.
func unreadable(n, d int, err error) Rows {
	b := NewBlocks(n, d, Block, 1, func([]float64, int, int) error { return err })
	b.failed = err
	return b
}

// pick sets x to the rows with the given numbers, in increasing order; row
// number at of them goes to row to[at], or, without to, to row at.
func (b *Blocks[V]) pick(x []V, index, to []int) error {
	memory := b.spare.Get().(*[]V)
	defer b.spare.Put(memory)
	block, lo := -1, 0
	for at, i := range index {
		if i/b.size != block {
			block = i / b.size
			var hi int
			lo, hi = b.span(block)
			if err := b.take((*memory)[:(hi-lo)*b.d], lo, hi); err != nil {
				return err
			}
		}
		if to != nil {
			at = to[at]
		}
		copy(x[at*b.d:(at+1)*b.d], (*memory)[(i-lo)*b.d:])
	}
	return nil
}

// Watch returns the table, read anew, whose reading fails as soon as stop
// returns an error.
func (b *Blocks[V]) Watch(stop func() error) Rows {
	return NewBlocks(b.n, b.d, b.size, b.scale, func(x []V, lo, hi int) error {
		if err := stop(); err != nil {
			return err
		}
		return b.read(x, lo, hi)
	})
}

// Map returns the table with the d values φ(x) for each row x, computed when
// they are needed; check may refuse the values of the rows lo ≤ i < hi, and is
// nil for no check.
func (b *Blocks[V]) Map(d int, phi func(φ, x []float64), check func(x []float64, lo, hi int) error) Rows {
	return NewBlocks(b.n, d, BlockSize(8*d), 1, func(x []float64, lo, hi int) error {
		row := make([]float64, b.d)
		for i := lo; i < hi; i++ {
			b.Row(row, i)
			phi(x[(i-lo)*d:(i-lo+1)*d], row)
		}
		if err := b.Err(); err != nil || check == nil {
			return err
		}
		return check(x, lo, hi)
	})
}

// spoil makes all values NaN.
func spoil(v []float64) {
	for i := range v {
		v[i] = math.NaN()
	}
}
