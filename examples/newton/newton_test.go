package newton

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

func ExampleFit() {
	petals := [][]float64{{4.7}, {4.5}, {4.9}, {5.1}, {4.8}, {5.5}, {5.0}, {5.9}} // cm
	virginica := []float64{0, 0, 0, 0, 1, 1, 1, 1}
	w, err := Fit(petals, virginica)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("P(virginica) = σ(%.3f·length %+.3f)\n", w[0], w[1])
	// Output: P(virginica) = σ(4.622·length -23.088)
}

// samples draws n points of d features around two centres, which overlap.
func samples(n, d int) (X [][]float64, t []float64) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		class := float64(r.IntN(2))
		x := make([]float64, d)
		for j := range x {
			x[j] = r.NormFloat64() + 0.3*class
		}
		X, t = append(X, x), append(t, class)
	}
	return X, t
}

func data(X [][]float64, t []float64) *lclass.Data {
	x, class := mat.NewDense(len(X), len(X[0]), nil), make([]int, len(t))
	for i := range X {
		x.SetRow(i, X[i])
		class[i] = int(t[i])
	}
	return lclass.Must(lclass.FromMatrix(x, class, []string{"0", "1"}))
}

// All ways to the minimum end at the same weights.
func TestFitAgreesWithLclass(t *testing.T) {
	X, class := samples(2000, 7)
	m := lclass.Must(lclass.Logistic{Solver: lclass.Newton{}}.Fit(data(X, class)))
	want := append(m.W.RawRowView(0), m.B[0])
	for name, fit := range map[string]func([][]float64, []float64) ([]float64, error){
		"plain": Fit, "blocks": fitBlocks(1), "blocks on two cores": fitBlocks(2),
	} {
		w, err := fit(X, class)
		if err != nil {
			t.Fatal(name, err)
		}
		for i := range w {
			if math.Abs(w[i]-want[i]) > 1e-9 {
				t.Errorf("%s: weight %d is %v, and %v by lclass", name, i, w[i], want[i])
			}
		}
	}
}

// What lclass says in its Status the plain code can only fail at.
func TestFitFails(t *testing.T) {
	if _, err := Fit([][]float64{{1, 2}, {2, 4}, {3, 6}, {4, 8}}, []float64{0, 1, 0, 1}); !errors.Is(err, errSingular) {
		t.Errorf("dependent features: %v", err)
	}
	if _, err := Fit([][]float64{{1}, {2}, {3}, {4}}, []float64{0, 0, 1, 1}); !errors.Is(err, errNotConverged) {
		t.Errorf("separated classes: %v", err)
	}
}

// fitBlocks is Fit with the sums over blocks of rows as products of matrices, on
// some cores: the first two steps from the plain code to that of the library.
func fitBlocks(cores int) func(X [][]float64, t []float64) ([]float64, error) {
	const rows = 256
	return func(X [][]float64, t []float64) ([]float64, error) {
		d := len(X[0]) + 1
		w := make([]float64, d)
		for range 25 {
			gs, hs := make([][]float64, cores), make([]blas64.Symmetric, cores)
			var wg sync.WaitGroup
			for c := range cores {
				gs[c] = make([]float64, d)
				hs[c] = blas64.Symmetric{N: d, Stride: d, Uplo: blas.Lower, Data: make([]float64, d*d)}
				wg.Go(func() {
					block := make([]float64, rows*d)
					for lo := c * rows; lo < len(X); lo += cores * rows {
						hi := min(lo+rows, len(X))
						for n := lo; n < hi; n++ {
							phi := block[(n-lo)*d : (n-lo+1)*d]
							copy(phi, X[n])
							phi[d-1] = 1
							y := sigmoid(dot(w, phi))
							for i := range phi {
								gs[c][i] += (y - t[n]) * phi[i]
								phi[i] *= math.Sqrt(y * (1 - y))
							}
						}
						blas64.Syrk(blas.Trans, 1, blas64.General{Rows: hi - lo, Cols: d, Stride: d, Data: block}, 1, hs[c])
					}
				})
			}
			wg.Wait()
			g, H := make([]float64, d), square(d)
			for c := range cores {
				for i := range d {
					g[i] += gs[c][i]
					for j := range i + 1 {
						H[i][j] += hs[c].Data[i*d+j]
					}
				}
			}
			step, err := solve(H, g)
			if err != nil {
				return nil, err
			}
			for i := range w {
				w[i] -= step[i]
			}
			if dot(g, step) < 1e-12 {
				return w, nil
			}
		}
		return nil, errNotConverged
	}
}

// The table of docs/newton.md: go test -bench . -benchtime 5x ./examples/newton
func BenchmarkFit(b *testing.B) {
	X, t := samples(200_000, 50)
	d := data(X, t)
	zero := &lclass.Model{W: mat.NewDense(1, 50, nil), B: []float64{0}, Output: lclass.SigmoidOutput, Features: d.Features(), Classes: d.Classes()}
	library := func(cores int, l lclass.Logistic) func() error {
		return func() error {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			_, err := l.Fit(d)
			return err
		}
	}
	plain := func(fit func([][]float64, []float64) ([]float64, error)) func() error {
		return func() error { _, err := fit(X, t); return err }
	}
	for _, way := range []struct {
		name string
		fit  func() error
	}{
		{"plain", plain(Fit)},
		{"blocks", plain(fitBlocks(1))},
		{"cores", plain(fitBlocks(runtime.GOMAXPROCS(0)))},
		{"lclass, one core, from 0", library(1, lclass.Logistic{Solver: lclass.Newton{}, Start: zero})},
		{"lclass, from 0", library(runtime.GOMAXPROCS(0), lclass.Logistic{Solver: lclass.Newton{}, Start: zero})},
		{"lclass, Newton", library(runtime.GOMAXPROCS(0), lclass.Logistic{Solver: lclass.Newton{}})},
		{"lclass", library(runtime.GOMAXPROCS(0), lclass.Logistic{})},
	} {
		b.Run(way.name, func(b *testing.B) {
			for b.Loop() {
				if err := way.fit(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
