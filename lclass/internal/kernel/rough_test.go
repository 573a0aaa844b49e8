package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/lclass/internal/kernel"
)

// inLines returns the k values of each column at the beginning of a line, 99
// after them.
func inLines(w []float64, k int) []float32 {
	lines := slices.Repeat([]float32{99}, len(w)/k*kernel.Line)
	for i, v := range w {
		lines[i/k*kernel.Line+i%k] = float32(v)
	}
	return lines
}

// Sums of small whole numbers are exact in float32, too.
func TestRough(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 6))
		for k := 1; k <= kernel.Line; k++ {
			n := k % 5 // none, too
			x := newTable(rng, n, 60)
			w, b, r := wholes(rng, x.d*k), wholes(rng, k), wholes(rng, n*k+kernel.Line)
			zWant, gWant := make([]float64, n*k), wholes(rng, x.d*k)
			g := inLines(gWant, k)
			kernel.SparseScores(zWant, x.start, x.column, x.bytes, 0.25, w, b)
			kernel.SparseGradient(gWant, x.start, x.column, x.bytes, 0.25, r[:n*k], k)

			z, intact := guarded(make([]float64, n*k+kernel.Line))
			kernel.RoughScores(z, x.start, x.column, x.bytes, 0.25, inLines(w, k), b)
			if !slices.Equal(z[:n*k], zWant) || !intact() {
				t.Errorf("k = %d: scores\n%v, want\n%v", k, z[:n*k], zWant)
			}
			kernel.RoughGradient(g, x.start, x.column, x.bytes, 0.25, r, k)
			for i, v := range gWant {
				if got := g[i/k*kernel.Line+i%k]; float64(got) != v {
					t.Errorf("k = %d: gradient of column %d, class %d: %v, want %v", k, i/k, i%k, got, v)
				}
			}
		}
	})
}

// imageTable returns rows of 150 entries, as the digits of MNIST have.
func imageTable(rng *rand.Rand, n, d int) table {
	x := table{n: n, d: d, start: []int{0}}
	for range n {
		columns := rng.Perm(d)[:150]
		slices.Sort(columns)
		for _, c := range columns {
			x.column, x.bytes = append(x.column, uint16(c)), append(x.bytes, uint8(rng.IntN(256)))
		}
		x.start = append(x.start, len(x.column))
	}
	return x
}

func BenchmarkRough(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, d, k = 256, 784, 10
	x := imageTable(rng, n, d)
	w, g := make([]float32, d*kernel.Line), make([]float32, d*kernel.Line)
	z, bias := make([]float64, n*k+kernel.Line), make([]float64, k)
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"scores", func() { kernel.RoughScores(z, x.start, x.column, x.bytes, 0.25, w, bias) }},
		{"gradient", func() { kernel.RoughGradient(g, x.start, x.column, x.bytes, 0.25, z, k) }},
	} {
		b.Run(fmt.Sprintf("%s/k=%d", c.name, k), func(b *testing.B) {
			kernel.BenchEachSet(b, func(b *testing.B) {
				for b.Loop() {
					c.f()
				}
				perSecond(b, "GFLOP/s", 2*k*float64(len(x.bytes)))
			})
		})
	}
}
