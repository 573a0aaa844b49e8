package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/kernel"
)

func TestLog1p(t *testing.T) {
	special := []float64{0, 1, 5e-324, 1e-310, 1e-300, 1e-16, 1e-8, 0.5, math.Nextafter(1, 0), math.Sqrt2 - 1}
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 5))
		var worst int64
		for n := range 70 {
			x := make([]float64, n)
			for i := range x {
				switch rng.IntN(3) {
				case 0:
					x[i] = special[rng.IntN(len(special))]
				case 1:
					x[i] = math.Exp(-40 * rng.Float64())
				default:
					x[i] = rng.Float64()
				}
			}
			x, _ = guarded(x)
			y, intact := guarded(make([]float64, n))
			kernel.Log1p(y, x)
			if !intact() {
				t.Fatalf("n = %d: something beside y was changed", n)
			}
			for i, v := range x {
				if d := ulps(y[i], math.Log1p(v)); d > 2 {
					t.Errorf("n = %d: log(1 + %v) = %v, want %v", n, v, y[i], math.Log1p(v))
				} else {
					worst = max(worst, d)
				}
			}
			kernel.Log1p(x, x)
			for i := range x {
				if x[i] != y[i] {
					t.Errorf("n = %d: in place %v, else %v", n, x[i], y[i])
				}
			}
		}
		t.Logf("at most %d units in the last place from math.Log1p", worst)
	})
}

func BenchmarkLog1p(b *testing.B) {
	x, y := make([]float64, 2560), make([]float64, 2560)
	for i := range x {
		x[i] = float64(i) / 2560
	}
	kernel.BenchEachSet(b, func(b *testing.B) {
		for b.Loop() {
			kernel.Log1p(y, x)
		}
		perSecond(b, "Gvalues/s", float64(len(x)))
	})
}
