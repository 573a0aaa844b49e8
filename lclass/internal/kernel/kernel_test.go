package kernel_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/lclass/internal/kernel"
)

// Every length up to 40 passes through the unrolled loop and its remainder.
// Whole numbers make the sums exact.
func TestVectorsOfEveryLength(t *testing.T) { kernel.EachSet(t, vectors) }

func vectors(t *testing.T) {
	for n := range 41 {
		x, y := make([]float64, n), make([]float64, n+2)
		var want float64
		for i := range x {
			x[i], y[i] = float64(i+1), float64(10-3*i)
			want += x[i] * y[i]
		}
		y[n], y[n+1] = 77, 78 // beyond x: not read, not written
		if got := kernel.Dot(x, y); got != want {
			t.Errorf("n = %d: Dot = %v, want %v", n, got, want)
		}
		kernel.Axpy(2, x, y)
		for i := range x {
			if want := float64(10-3*i) + 2*x[i]; y[i] != want {
				t.Errorf("n = %d: Axpy gives y[%d] = %v, want %v", n, i, y[i], want)
			}
		}
		if y[n] != 77 || y[n+1] != 78 {
			t.Errorf("n = %d: Axpy wrote beyond x", n)
		}
		z := append(make([]float64, n), 79)
		kernel.Times(z, x, y)
		for i, v := range x {
			if z[i] != v*y[i] {
				t.Errorf("n = %d: Times gives z[%d] = %v, want %v", n, i, z[i], v*y[i])
			}
		}
		if z[n] != 79 {
			t.Errorf("n = %d: Times wrote beyond z", n)
		}
	}
}

// Limits move apart for values beyond them, and for no NaN.
func TestWiden(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(4, 4))
		some := func() float64 {
			values := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1, -1, rng.NormFloat64()}
			return values[rng.IntN(len(values))]
		}
		for n := range 41 {
			x, low, high := make([]float64, n), make([]float64, n+1), make([]float64, n+1)
			for i := range low {
				low[i], high[i] = some(), some()
			}
			for i := range x {
				x[i] = some()
			}
			lowWant, highWant := slices.Clone(low), slices.Clone(high)
			for i, v := range x {
				if v < lowWant[i] {
					lowWant[i] = v
				}
				if v > highWant[i] {
					highWant[i] = v
				}
			}
			kernel.Widen(low, high, x)
			same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
			if !slices.EqualFunc(low, lowWant, same) || !slices.EqualFunc(high, highWant, same) {
				t.Errorf("n = %d: limits %v, %v, want %v, %v", n, low, high, lowWant, highWant)
			}
		}
	})
}
