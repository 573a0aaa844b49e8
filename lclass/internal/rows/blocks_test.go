package rows_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"linclass/lclass/internal/rows"
)

// blocks returns a table that reads x, n×d, in blocks of 256, and counts them.
func blocks(n, d int, x []float64) (*rows.Blocks[float64], *atomic.Int64) {
	var count atomic.Int64
	return rows.NewBlocks(n, d, 1, 1, func(dst []float64, lo, hi int) error {
		count.Add(1)
		copy(dst, x[lo*d:hi*d])
		return nil
	}), &count
}

func same(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got[:min(8, len(got))], want[:min(8, len(want))])
	}
}

// Whatever is asked of blocks is what the same rows in memory answer, to the
// last bit as long as no sum goes over the border of a block.
func TestBlocksAreTheTable(t *testing.T) {
	const n, d, k = 1000, 5, 3
	x := normals(n*d, 1)
	dense := rows.NewDense(n, d, x)
	table, _ := blocks(n, d, x)
	bytes := make([]byte, n*d)
	for i, v := range x {
		bytes[i] = byte(100 * max(0, v))
	}
	for _, c := range []struct {
		name      string
		got, want rows.Rows
	}{
		{"float64", table, dense},
		{"bytes", rows.NewBlocks(n, d, 300, scale, func(dst []byte, lo, hi int) error {
			copy(dst, bytes[lo*d:hi*d])
			return nil
		}), rows.NewSparse(n, d, bytes, scale)},
		{"mapped", table.Map(d, func(φ, x []float64) { copy(φ, x) }, nil), dense},
		{"watched", table.Watch(func() error { return nil }), dense},
		{"sorted", table.Subset(all(n)), dense},
		{"centred", rows.Centred(table, make([]float64, d)), rows.Centred(dense, make([]float64, d))},
	} {
		t.Run(c.name, func(t *testing.T) {
			if gotN, gotD := c.got.Dims(); gotN != n || gotD != d {
				t.Fatalf("%d×%d", gotN, gotD)
			}
			row, wantRow := make([]float64, d), make([]float64, d)
			for _, i := range []int{0, 999, 255, 256, 511, 700} {
				c.got.Row(row, i)
				c.want.Row(wantRow, i)
				same(t, "row", row, wantRow)
				if c.got.At(i, 2) != wantRow[2] {
					t.Errorf("At(%d, 2) = %v, want %v", i, c.got.At(i, 2), wantRow[2])
				}
			}
			low, high := c.got.Range(nil)
			wantLow, wantHigh := c.want.Range(nil)
			same(t, "low", low, wantLow)
			same(t, "high", high, wantHigh)
			w, b, r := normals(d*k, 2), normals(k, 3), normals(n*k, 4)
			for lo := 0; lo < n; lo += rows.Block {
				hi := min(lo+rows.Block, n)
				z, wantZ := make([]float64, (hi-lo)*k), make([]float64, (hi-lo)*k)
				c.got.Scores(z, lo, hi, k, w, b)
				c.want.Scores(wantZ, lo, hi, k, w, b)
				same(t, "scores", z, wantZ)
				for what, add := range map[string]func(x rows.Rows, sum []float64){
					"gradient": func(x rows.Rows, sum []float64) { x.AddGradient(sum, lo, hi, k, r[lo*k:hi*k]) },
					"gram":     func(x rows.Rows, sum []float64) { x.AddGram(sum, lo, hi, r[lo:hi], w[:d]) },
					"moments":  func(x rows.Rows, sum []float64) { x.AddMoments(sum[:d], sum[d:2*d], lo, hi, r[lo:hi], w[:d]) },
				} {
					sum, wantSum := make([]float64, (d+1)*(d+1)), make([]float64, (d+1)*(d+1))
					add(c.got, sum)
					add(c.want, wantSum)
					same(t, what, sum, wantSum)
				}
			}
			mean, std := rows.Moments(c.got, positives(n, 5), nil)
			wantMean, wantStd := rows.Moments(c.want, positives(n, 5), nil)
			same(t, "mean", mean, wantMean)
			same(t, "deviation", std, wantStd)
		})
	}
	loaded, err := table.Load()
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if loaded.At(i, 4) != dense.At(i, 4) {
			t.Fatalf("row %d is not loaded", i)
		}
	}
}

func all(n int) []int {
	index := make([]int, n)
	for i := range index {
		index[i] = i
	}
	return index
}

// Ranges over the border of a block are put together.
func TestBlocksAcrossBorders(t *testing.T) {
	const n, d = 700, 2
	x := normals(n*d, 1)
	table, _ := blocks(n, d, x)
	z, want := make([]float64, n), make([]float64, n)
	table.Scores(z, 0, n, 1, []float64{2, -1}, []float64{0.5})
	rows.NewDense(n, d, x).Scores(want, 0, n, 1, []float64{2, -1}, []float64{0.5})
	same(t, "scores", z, want)
}

func TestSubsetOfBlocks(t *testing.T) {
	const n, d = 2000, 3
	x := normals(n*d, 1)
	dense := rows.NewDense(n, d, x)
	for name, index := range map[string][]int{
		"none": {}, "few": {1999, 3, 3, 700}, "increasing": every(n, 3), "decreasing": reversed(every(n, 2)),
	} {
		table, count := blocks(n, d, x)
		sub := table.Subset(index)
		if name == "decreasing" && count.Load() != 8 {
			t.Errorf("%s: %d of 8 blocks read", name, count.Load())
		}
		want := dense.Subset(index)
		if got, _ := sub.Dims(); got != len(index) {
			t.Errorf("%s: %d rows", name, got)
		}
		for i := range index {
			if sub.At(i, 1) != want.At(i, 1) {
				t.Errorf("%s: row %d is %v, want %v", name, i, sub.At(i, 1), want.At(i, 1))
				break
			}
		}
		low, high := sub.Range(nil)
		if len(index) == 0 && (low[0] != 0 || high[0] != 0) {
			t.Errorf("%s: from %v to %v", name, low, high)
		}
	}
}

func every(n, skip int) (index []int) {
	for i := 0; i < n; i += skip {
		index = append(index, i)
	}
	return index
}

func reversed(index []int) []int {
	slices.Reverse(index)
	return index
}

// Of all blocks no more are in memory than there are cores, and two, and a
// pass in order reads each once.
func TestBlocksInMemory(t *testing.T) {
	const n, d = 256 * 64, 1
	var at, most atomic.Int64
	memory := map[*float64]bool{}
	var mu sync.Mutex
	table := rows.NewBlocks(n, d, 256, 1, func(x []float64, lo, hi int) error {
		mu.Lock()
		memory[&x[0]] = true
		mu.Unlock()
		most.Store(max(most.Load(), at.Add(1)))
		runtime.Gosched()
		at.Add(-1)
		return nil
	})
	for range 3 {
		rows.Moments(table, positives(n, 1), nil)
	}
	if limit := runtime.GOMAXPROCS(0) + 2; len(memory) > limit {
		t.Errorf("%d blocks in memory, want %d at most", len(memory), limit)
	}
	row := make([]float64, d)
	ordered, count := blocks(n, d, make([]float64, n))
	for i := range n {
		ordered.Row(row, i)
	}
	if count.Load() != 64 {
		t.Errorf("%d blocks read for 64 in order", count.Load())
	}
}

var errDisk = errors.New("disk on fire")

// A block that cannot be read ends all reading; nobody waits for ever, and what
// is asked for is NaN.
func TestBlocksThatFail(t *testing.T) {
	const n, d = 4096, 2
	var calls atomic.Int64
	broken := func() *rows.Blocks[float64] {
		calls.Store(0)
		return rows.NewBlocks(n, d, 256, 1, func(x []float64, lo, hi int) error {
			calls.Add(1)
			if lo == 2048 {
				return errDisk
			}
			return nil
		})
	}
	z := make([]float64, n*9)
	for name, ask := range map[string]func(x *rows.Blocks[float64]) float64{
		"At":       func(x *rows.Blocks[float64]) float64 { return x.At(2100, 1) },
		"Row":      func(x *rows.Blocks[float64]) float64 { x.Row(z[:d], 2100); return z[1] },
		"Scores":   func(x *rows.Blocks[float64]) float64 { x.Scores(z[:n], 0, n, 1, z[:d], z[:1]); return z[n-1] },
		"Gradient": func(x *rows.Blocks[float64]) float64 { x.AddGradient(z[:d], 0, n, 1, make([]float64, n)); return z[0] },
		"Gram": func(x *rows.Blocks[float64]) float64 {
			x.AddGram(z[:9], 0, n, make([]float64, n), make([]float64, d))
			return z[0]
		},
		"Moments": func(x *rows.Blocks[float64]) float64 {
			_, std := rows.Moments(x, positives(n, 1), nil)
			return std[0]
		},
		"Range":  func(x *rows.Blocks[float64]) float64 { low, _ := x.Range(nil); return low[0] },
		"Map":    func(x *rows.Blocks[float64]) float64 { return x.Map(1, func(φ, x []float64) {}, nil).At(2048, 0) },
		"Subset": func(x *rows.Blocks[float64]) float64 { return x.Subset([]int{2048, 0}).At(1, 0) },
	} {
		x := broken()
		clear(z)
		if v := ask(x); !math.IsNaN(v) {
			t.Errorf("%s: %v, want NaN", name, v)
		}
		if err := x.Err(); name != "Subset" && !errors.Is(err, errDisk) {
			t.Errorf("%s: error %v", name, err)
		}
		before := calls.Load()
		if x.Err() != nil && !math.IsNaN(x.At(3000, 0)) || calls.Load() != before && x.Err() != nil {
			t.Errorf("%s: read on after the error", name)
		}
	}
	sub := broken().Subset([]int{2048, 0}).(*rows.Blocks[float64])
	if !errors.Is(sub.Err(), errDisk) {
		t.Errorf("subset: error %v", sub.Err())
	}
	if x, err := broken().Load(); x != nil || !errors.Is(err, errDisk) {
		t.Errorf("Load: %v, %v", x, err)
	}
	stop := broken().Watch(func() error { return errDisk }).(*rows.Blocks[float64])
	if !math.IsNaN(stop.At(0, 0)) || !errors.Is(stop.Err(), errDisk) {
		t.Errorf("Watch: %v", stop.Err())
	}
	table, _ := blocks(n, d, make([]float64, n*d))
	refused := table.Map(1, func(φ, x []float64) {}, func(_ []float64, lo, hi int) error { return span{lo, hi} })
	if err := refused.(*rows.Blocks[float64]).Err(); err != nil {
		t.Error(err)
	}
	refused.At(0, 0)
	if err := refused.(*rows.Blocks[float64]).Err(); !errors.Is(err, span{0, 4096}) {
		t.Errorf("refused with %v", err)
	}
}

// Values that are not those of the first time are an error, whichever of them
// has changed and however little.
func TestSteady(t *testing.T) {
	x := normals(512, 1)
	for name, change := range map[string]func(){
		"nothing": func() {},
		"digit":   func() { x[5] = math.Nextafter(x[5], 9) },
		"order":   func() { x[5], x[6] = x[6], x[5] },
		"signs":   func() { x[5], x[6] = -x[5], -x[6] },
	} {
		before := slices.Clone(x)
		var checks int
		read := rows.Steady(func(dst []float64, lo, hi int) error { copy(dst, x[lo:hi]); return nil },
			func([]float64, int, int) error { checks++; return nil })
		var errs []error
		for range 2 {
			for lo := 0; lo < 512; lo += 256 {
				errs = append(errs, read(make([]float64, 256), lo, lo+256))
			}
			change()
		}
		changed := errors.Is(errs[2], rows.ErrChanged)
		if errs[0] != nil || errs[1] != nil || errs[3] != nil || changed != (name != "nothing") || checks != 2 {
			t.Errorf("%s: errors %v, %d checks", name, errs, checks)
		}
		copy(x, before)
	}
	var count byte
	bytes := rows.Steady(func(dst []byte, lo, hi int) error { count++; dst[7] = count; return nil }, nil)
	if err := bytes(make([]byte, 9), 0, 3); err != nil {
		t.Error(err)
	}
	if err := bytes(make([]byte, 9), 0, 3); !errors.Is(err, rows.ErrChanged) {
		t.Errorf("bytes: %v", err)
	}
	failing := rows.Steady(func([]byte, int, int) error { return errDisk }, nil)
	if err := failing(nil, 0, 0); !errors.Is(err, errDisk) {
		t.Error(err)
	}
}

// Values that were refused are refused again.
func TestSteadyChecksAgain(t *testing.T) {
	read := rows.Steady(func([]float64, int, int) error { return nil }, func([]float64, int, int) error { return errDisk })
	for range 2 {
		if err := read(make([]float64, 4), 0, 4); !errors.Is(err, errDisk) {
			t.Errorf("error %v", err)
		}
	}
}

// A table that could not be read once says so whatever is asked of it, and of what is
// made of it.
func TestFailedTables(t *testing.T) {
	const n, d = 1000, 2
	for name, fail := range map[string]func(b *rows.Blocks[float64]){
		"a row":    func(b *rows.Blocks[float64]) { b.At(700, 1) },
		"a part":   func(b *rows.Blocks[float64]) { b.Subset([]int{700, 3}) },
		"all rows": func(b *rows.Blocks[float64]) { b.Load() },
	} {
		var reads, failures int
		b := rows.NewBlocks(n, d, 256, 1, func(_ []float64, lo, _ int) error {
			reads++
			if lo == 512 && failures == 0 {
				failures++
				return errDisk
			}
			return nil
		})
		fail(b)
		if err := b.Err(); !errors.Is(err, errDisk) {
			t.Errorf("%s: error %v", name, err)
		}
		had := reads
		for what, x := range map[string]rows.Rows{
			"itself":                     b,
			"a part of it":               b.Subset([]int{1, 2, 3}),
			"most of it":                 b.Subset(all(900)),
			"a part of a part":           b.Subset([]int{1, 2, 3}).Subset([]int{1}),
			"a part of most":             b.Subset(all(900)).Subset([]int{1}),
			"a part, watched":            b.Subset([]int{1, 2, 3}).(*rows.Blocks[float64]).Watch(func() error { return nil }),
			"a part with other features": b.Subset([]int{1, 2, 3}).(*rows.Blocks[float64]).Map(d, func(φ, x []float64) { copy(φ, x) }, nil),
		} {
			if v := x.At(0, 0); !math.IsNaN(v) {
				t.Errorf("%s, %s: a value of %v", name, what, v)
			}
			lazy := x.(interface {
				rows.Lazy
				Err() error
			})
			if x, err := lazy.Load(); x != nil || !errors.Is(err, errDisk) || !errors.Is(lazy.Err(), errDisk) {
				t.Errorf("%s, %s: errors %v, %v", name, what, err, lazy.Err())
			}
		}
		if reads != had {
			t.Errorf("%s: %d more reads", name, reads-had)
		}
	}
}

// Products of rows of several blocks are those of the rows in memory, whether most of
// them count or few.
func TestProductsOverBlocks(t *testing.T) {
	const n, d = 1000, 5
	x := normals(n*d, 1)
	bytes := make([]byte, n*d)
	for i, v := range x {
		bytes[i] = byte(100 * max(0, v))
	}
	table, _ := blocks(n, d, x)
	sparse := rows.NewBlocks(n, d, 256, scale, func(dst []byte, lo, hi int) error {
		copy(dst, bytes[lo*d:hi*d])
		return nil
	})
	for _, each := range []int{1, 2, 3, 50, n} {
		r := make([]float64, n-7)
		for i := range r {
			if i%each == 0 || each == 3 && i%each == 1 {
				r[i] = 1 / float64(1+i%9)
			}
		}
		for got, want := range map[rows.Rows]rows.Rows{table: rows.NewDense(n, d, x), sparse: rows.NewSparse(n, d, bytes, scale)} {
			shift := x[:d]
			a, b := make([]float64, (d+1)*(d+1)), make([]float64, (d+1)*(d+1))
			got.AddGram(a, 3, n-4, r, shift)
			want.AddGram(b, 3, n-4, r, shift)
			same(t, "AddGram", a, b)
		}
	}
}

// A span is an error that names rows.
type span struct{ lo, hi int }

func (s span) Error() string { return fmt.Sprintf("%d to %d", s.lo, s.hi) }
