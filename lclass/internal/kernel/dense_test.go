package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/lclass/internal/kernel"
)

// guarded returns a copy of x that does not begin where its memory does, and a
// function that reports whether its neighbours are still what they were.
func guarded(x []float64) (inner []float64, intact func() bool) {
	all := slices.Concat([]float64{77}, x, []float64{78})
	return all[1 : len(x)+1 : len(x)+1], func() bool { return all[0] == 77 && all[len(x)+1] == 78 }
}

// Whole numbers make the sums exact in any order.
func TestDense(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for k := 1; k <= 20; k++ {
			for _, size := range [][2]int{{0, 3}, {1, 0}, {1, 5}, {3, 1}, {7, 9}, {8, 16}, {19, 33}, {300, 11}} {
				n, d := size[0], size[1]
				x, _ := guarded(wholes(rng, n*d))
				w, b, r, g := wholes(rng, d*k), wholes(rng, k), wholes(rng, n*k), wholes(rng, d*k)
				zWant, gWant := make([]float64, n*k), slices.Clone(g)
				for i := range n {
					for j := range k {
						zWant[i*k+j] = b[j]
						for c := range d {
							zWant[i*k+j] += x[i*d+c] * w[c*k+j]
							gWant[c*k+j] += x[i*d+c] * r[i*k+j]
						}
					}
				}
				z, zIntact := guarded(wholes(rng, n*k))
				kernel.DenseScores(z, x, d, w, b)
				if !slices.Equal(z, zWant) || !zIntact() {
					t.Errorf("%d×%d, k = %d: scores\n%v, want\n%v", n, d, k, z, zWant)
				}
				g, gIntact := guarded(g)
				kernel.DenseGradient(g, x, d, r, k)
				if !slices.Equal(g, gWant) || !gIntact() {
					t.Errorf("%d×%d, k = %d: gradient\n%v, want\n%v", n, d, k, g, gWant)
				}
			}
		}
	})
}

// The sizes have strips of rows and of columns, and remainders of both, and
// more rows than a block.
func TestDenseGramAndMoments(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 3))
		for d := range 40 {
			for _, n := range []int{0, 1, 5, 300} {
				p := d + 1
				x, _ := guarded(wholes(rng, n*d))
				r, shift, h := wholes(rng, n), wholes(rng, d), wholes(rng, p*p)
				sum, square := wholes(rng, d), wholes(rng, d)
				hWant, sumWant, squareWant := slices.Clone(h), slices.Clone(sum), slices.Clone(square)
				phi := make([]float64, p)
				phi[d] = 1
				for i := range n {
					for j := range d {
						phi[j] = x[i*d+j] - shift[j]
						sumWant[j] += r[i] * phi[j]
						squareWant[j] += r[i] * phi[j] * phi[j]
					}
					for a := range p {
						for b := a; b < p; b++ {
							hWant[a*p+b] += r[i] * phi[a] * phi[b]
						}
					}
				}
				h, hIntact := guarded(h)
				kernel.DenseGram(h, x, d, r, shift, make([]float64, n/2*d))
				for a := range p {
					if !slices.Equal(h[a*p+a:(a+1)*p], hWant[a*p+a:(a+1)*p]) || !hIntact() {
						t.Fatalf("%d×%d: row %d of the Gram matrix\n%v, want\n%v", n, d, a, h[a*p+a:(a+1)*p], hWant[a*p+a:(a+1)*p])
					}
				}
				sum, sumIntact := guarded(sum)
				square, squareIntact := guarded(square)
				kernel.DenseMoments(sum, square, x, d, shift, r)
				if !slices.Equal(sum, sumWant) || !slices.Equal(square, squareWant) || !sumIntact() || !squareIntact() {
					t.Errorf("%d×%d: sums %v, want %v; squares %v, want %v", n, d, sum, sumWant, square, squareWant)
				}
			}
		}
	})
}

func perSecond(b *testing.B, unit string, work float64) {
	b.ReportMetric(work*float64(b.N)/b.Elapsed().Seconds()/1e9, unit)
}

func BenchmarkDot(b *testing.B) { benchmarkVectors(b, func(x, y []float64) { kernel.Dot(x, y) }) }

func BenchmarkAxpy(b *testing.B) {
	benchmarkVectors(b, func(x, y []float64) { kernel.Axpy(1e-9, x, y) })
}

func benchmarkVectors(b *testing.B, f func(x, y []float64)) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{10, 50, 784, 7850} {
		x, y := wholes(rng, n), wholes(rng, n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			kernel.BenchEachSet(b, func(b *testing.B) {
				for b.Loop() {
					f(x, y)
				}
				perSecond(b, "GFLOP/s", 2*float64(n))
			})
		})
	}
}

func BenchmarkDense(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 256
	for _, size := range [][2]int{{50, 1}, {64, 10}, {784, 1}, {784, 10}, {50, 3}, {1000, 3}} {
		d, k := size[0], size[1]
		x, w, bias, r := wholes(rng, n*d), wholes(rng, d*k), wholes(rng, k), wholes(rng, n*k)
		z, h, mean, square := make([]float64, n*k), make([]float64, (d+1)*(d+1)), make([]float64, d), make([]float64, d)
		run := func(name string, flops int, f func()) {
			b.Run(fmt.Sprintf("%s/d=%d/k=%d", name, d, k), func(b *testing.B) {
				kernel.BenchEachSet(b, func(b *testing.B) {
					b.SetBytes(8 * n * int64(d))
					for b.Loop() {
						f()
					}
					perSecond(b, "GFLOP/s", float64(flops))
				})
			})
		}
		run("scores", 2*n*d*k, func() { kernel.DenseScores(z, x, d, w, bias) })
		run("gradient", 2*n*d*k, func() { kernel.DenseGradient(w, x, d, r, k) })
		if k == 1 {
			run("gram", n*(d+1)*(d+2), func() { kernel.DenseGram(h, x, d, r, w, nil) })
			run("moments", 5*n*d, func() { kernel.DenseMoments(mean, square, x, d, w, r) })
		}
	}
}
