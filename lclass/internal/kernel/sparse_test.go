package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/lclass/internal/kernel"
)

// A table is n sparse rows of whole numbers, so that sums are exact in any
// order.
type table struct {
	n, d   int
	start  []int
	column []uint16
	bytes  []uint8
	floats []float64
}

// newTable draws rows of 0 to 40 entries in d columns. The entries do not
// begin where the slices do.
func newTable(rng *rand.Rand, n, d int) table {
	t := table{n: n, d: d, start: []int{3}, column: make([]uint16, 3), bytes: make([]uint8, 3), floats: make([]float64, 3)}
	for range n {
		columns := rng.Perm(d)[:rng.IntN(min(d, 40)+1)]
		slices.Sort(columns)
		for _, c := range columns {
			v := uint8(rng.IntN(256))
			t.column, t.bytes, t.floats = append(t.column, uint16(c)), append(t.bytes, v), append(t.floats, float64(v))
		}
		t.start = append(t.start, len(t.column))
	}
	return t
}

func wholes(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(rng.IntN(201) - 100)
	}
	return x
}

func TestSparse(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 1))
		for k := 1; k <= 40; k++ {
			n := k % 7 // none, too
			x := newTable(rng, n, 60)
			w, b, r := wholes(rng, x.d*k), wholes(rng, k), wholes(rng, n*k)
			g := wholes(rng, x.d*k)
			zWant, gWant := make([]float64, n*k), slices.Clone(g)
			for i := range n {
				for j := range k {
					zWant[i*k+j] = b[j]
					for e := x.start[i]; e < x.start[i+1]; e++ {
						at := int(x.column[e])*k + j
						zWant[i*k+j] += 0.25 * x.floats[e] * w[at]
						gWant[at] += 0.25 * x.floats[e] * r[i*k+j]
					}
				}
			}
			// One value more at the end must stay as it is.
			z, gBytes, gFloats := make([]float64, n*k+1), append(slices.Clone(g), 77), append(slices.Clone(g), 77)
			z[n*k] = 77
			check := func(what string, got, want []float64) {
				t.Helper()
				if !slices.Equal(got, append(slices.Clone(want), 77)) {
					t.Errorf("k = %d: %s\n%v, want\n%v", k, what, got, want)
				}
			}
			kernel.SparseScores(z, x.start, x.column, x.bytes, 0.25, w, b)
			check("scores of bytes", z, zWant)
			clear(z[:n*k])
			kernel.SparseScores(z, x.start, x.column, x.floats, 0.25, w, b)
			check("scores of floats", z, zWant)
			kernel.SparseGradient(gBytes, x.start, x.column, x.bytes, 0.25, r, k)
			check("gradient of bytes", gBytes, gWant)
			kernel.SparseGradient(gFloats, x.start, x.column, x.floats, 0.25, r, k)
			check("gradient of floats", gFloats, gWant)
		}
	})
}

// One score has loops of its own, for any number of entries.
func TestSparseScoresOfAllLengths(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		const d = 100
		w, b := wholes(rng, d), wholes(rng, 1)
		x := table{start: []int{3}, column: make([]uint16, 3), bytes: make([]uint8, 3), floats: make([]float64, 3)}
		var want []float64
		for entries := range 60 {
			columns := rng.Perm(d)[:entries]
			slices.Sort(columns)
			sum := 0.0
			for _, c := range columns {
				v := uint8(1 + rng.IntN(255))
				x.column, x.bytes, x.floats = append(x.column, uint16(c)), append(x.bytes, v), append(x.floats, float64(v))
				sum += float64(v) * w[c]
			}
			x.start = append(x.start, len(x.column))
			want = append(want, 0.25*sum+b[0])
		}
		bytes, floats := make([]float64, len(want)), make([]float64, len(want))
		kernel.SparseScores(bytes, x.start, x.column, x.bytes, 0.25, w, b)
		kernel.SparseScores(floats, x.start, x.column, x.floats, 0.25, w, b)
		if !slices.Equal(bytes, want) || !slices.Equal(floats, want) {
			t.Errorf("bytes %v\nfloats %v\nwant %v", bytes, floats, want)
		}
		for i := range want { // alone, as the last of the slices
			z, end := []float64{0}, x.start[i+1]
			kernel.SparseScores(z, x.start[i:i+2], x.column[:end:end], x.bytes[:end:end], 0.25, w, b)
			if z[0] != want[i] {
				t.Errorf("%d entries alone: %v, want %v", i, z[0], want[i])
			}
		}
	})
}

// SparseUntil stops at the rows that their scores tell, wherever it begins, and at
// one whose score is not a number.
func TestSparseUntil(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		if !kernel.Until() {
			t.Skip("has no such loops")
		}
		rng := rand.New(rand.NewPCG(4, 4))
		const n, d, beyond = 300, 60, 40
		x := newTable(rng, n, d)
		w, b, sign, scores := wholes(rng, d), []float64{-3}, make([]float64, n), make([]float64, n)
		kernel.SparseScores(scores, x.start, x.column, x.floats, 0.25, w, b)
		for i, z := range scores {
			sign[i] = math.Copysign(1, z)
			if i%3 == 0 {
				sign[i] = -sign[i]
			}
		}
		for _, limit := range []float64{beyond, 0, -1e9, math.Abs(scores[50])} {
			for lo := range n + 1 {
				want := lo
				for want < n && sign[want]*scores[want] > limit {
					want++
				}
				check := func(what string, passed int, z float64) {
					t.Helper()
					if lo+passed != want || want < n && z != scores[want] {
						t.Fatalf("%s from %d beyond %v: %d passed, then %v, want row %d", what, lo, limit, passed, z, want)
					}
				}
				passed, z := kernel.SparseUntil(x.start[lo:], x.column, x.bytes, 0.25, w, b, sign[lo:], limit)
				check("bytes", passed, z)
				passed, z = kernel.SparseUntil(x.start[lo:], x.column, x.floats, 0.25, w, b, sign[lo:], limit)
				check("floats", passed, z)
			}
		}
		nan := []float64{math.NaN()}
		if passed, z := kernel.SparseUntil(x.start, x.column, x.bytes, 1, w, nan, sign, -1e9); passed != 0 || !math.IsNaN(z) {
			t.Errorf("a bias that is not a number: %d passed, then %v", passed, z)
		}
		none := []uint8(nil)
		if passed, z := kernel.SparseUntil([]int{0, 0, 0}, nil, none, 1, w, []float64{2}, []float64{1, -1}, 0); passed != 1 || z != 2 {
			t.Errorf("without entries: %d passed, then %v, want 1, 2", passed, z)
		}
	})
}

// Rows without entries have the biases as scores.
func TestSparseWithoutEntries(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		z, g := make([]float64, 4), []float64{5, 6}
		kernel.SparseScores(z, []int{0, 0, 0}, nil, []uint8(nil), 1, g, []float64{1, 2})
		kernel.SparseGradient(g, []int{0, 0, 0}, nil, []uint8(nil), 1, z, 2)
		if !slices.Equal(z, []float64{1, 2, 1, 2}) || !slices.Equal(g, []float64{5, 6}) {
			t.Errorf("scores %v, gradient %v", z, g)
		}
	})
}

// 150 of 784 columns, as MNIST has.
func BenchmarkSparse(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, d, entries = 256, 784, 150
	x := table{start: []int{0}}
	for range n {
		first := rng.IntN(d - 3*entries)
		for j := range entries {
			v := uint8(1 + rng.IntN(255))
			x.column, x.bytes, x.floats = append(x.column, uint16(first+j+j/8*16)), append(x.bytes, v), append(x.floats, float64(v))
		}
		x.start = append(x.start, len(x.column))
	}
	for _, k := range []int{1, 2, 3, 8, 10, 16} {
		w, bias, z := wholes(rng, d*k), wholes(rng, k), make([]float64, n*k)
		run := func(name string, f func()) {
			b.Run(fmt.Sprintf("%s/k=%d", name, k), func(b *testing.B) {
				kernel.BenchEachSet(b, func(b *testing.B) {
					if name == "until" && !kernel.Until() {
						b.Skip("has no such loops")
					}
					for b.Loop() {
						f()
					}
					perEntry := 1e9 / float64(n*entries)
					b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*perEntry, "ns/entry")
				})
			})
		}
		run("scores/bytes", func() { kernel.SparseScores(z, x.start, x.column, x.bytes, 1, w, bias) })
		run("scores/floats", func() { kernel.SparseScores(z, x.start, x.column, x.floats, 1, w, bias) })
		if k == 1 {
			run("until", func() { kernel.SparseUntil(x.start, x.column, x.bytes, 1, w, bias, z, math.Inf(-1)) })
		}
		clear(z)
		run("gradient/bytes", func() { kernel.SparseGradient(w, x.start, x.column, x.bytes, 1, z, k) })
		run("gradient/floats", func() { kernel.SparseGradient(w, x.start, x.column, x.floats, 1, z, k) })
	}
}
