package kernel

//go:generate go -C gen run . -loops dense -out ../dense_amd64.s -stubs ../dense_amd64.go -pkg kernel
//go:generate go -C gen run . -loops sparse -out ../sparse_amd64.s -stubs ../sparse_amd64.go -pkg kernel

// A set has the loops that are written in assembly for one set of
// instructions. The directory gen has the program that writes them.
type set struct {
	name          string
	prefetch      func(x *byte, n int)
	dot           func(x, y *float64, n int) float64
	dots          func(z, x *float64, d int, w *float64, n int)
	axpy          func(a float64, x, y *float64, n int)
	times         func(z, x, y *float64, n int)
	widen         func(low, high, x *float64, n int)
	shift         func(phi, weighted, x *float64, d int, mean, r *float64, stride, n int)
	exp           func(y, x *float64, n int)
	log1p         func(y, x *float64, n int)
	scramble      func(sums *uint64, x *float64, n int, target, times uint64)
	margins       func(margin, z *float64, rows, k int, class *int, others *float64)
	rows          int // of a tile
	dense         byWidth[denseLoops]
	bytes, floats byWidth[sparseLoops]
	// of rows for one score, without functions where these are no faster
	byteDots, floatDots sparseDots
	roughScores         func(z *float64, rows, k int, start *int, column *uint16, value *byte, table *float32, scale float64, w *float32, b *float64)
	roughGradient       func(gradient *float32, rows, k int, start *int, column *uint16, value *byte, table *float32, scale float64, r *float64)
}

// byWidth are loops that differ in how many columns they work on, the widest
// first and the last for one.
type byWidth[L any] []struct {
	width int
	loops L
}

// widest returns the loops for most columns, but no more than there are.
func (l byWidth[L]) widest(columns int) (width int, loops *L) {
	i := 0
	for l[i].width > columns {
		i++
	}
	return l[i].width, &l[i].loops
}

// sets are those that this processor has, the best last.
var sets []set

// best is the set to use, nil for plain Go. GODEBUG=cpu.avx512f=off or
// GODEBUG=cpu.avx2=off in the environment chooses a lesser one.
//
// Sets differ from each other and from plain Go in the last bits, because they
// add in another order and do not round products. On one machine results are
// always the same.
var best *set
