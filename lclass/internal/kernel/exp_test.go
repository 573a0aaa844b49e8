package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/kernel"
)

// ulps returns how many float64 lie between two positive numbers.
func ulps(a, b float64) int64 {
	d := int64(math.Float64bits(a)) - int64(math.Float64bits(b))
	return max(d, -d)
}

func TestExp(t *testing.T) {
	special := []float64{
		0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 709, 709.8, 1e300, -1e300, 5e-324,
		-708, -709, -744, -745.1, -746, -2000, math.Ln2 / 2, -math.Ln2 / 2, math.MaxFloat64, -math.MaxFloat64,
	}
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 4))
		var worst int64
		for n := range 70 {
			x := make([]float64, n)
			for i := range x {
				switch rng.IntN(4) {
				case 0:
					x[i] = special[rng.IntN(len(special))]
				case 1:
					x[i] = -745 + 1453*rng.Float64()
				default:
					x[i] = rng.NormFloat64()
				}
			}
			x, _ = guarded(x)
			y, intact := guarded(make([]float64, n))
			kernel.Exp(y, x)
			if !intact() {
				t.Fatalf("n = %d: something beside y was changed", n)
			}
			for i, v := range x {
				want := math.Exp(v)
				if math.IsNaN(want) != math.IsNaN(y[i]) || want == want && ulps(y[i], want) > 1 {
					t.Errorf("n = %d: exp(%v) = %v, want %v", n, v, y[i], want)
				}
				if want == want {
					worst = max(worst, ulps(y[i], want))
				}
			}
			kernel.Exp(x, x)
			for i := range x {
				if math.Float64bits(x[i]) != math.Float64bits(y[i]) {
					t.Errorf("n = %d: in place %v, else %v", n, x[i], y[i])
				}
			}
		}
		t.Logf("at most %d units in the last place from math.Exp", worst)
	})
}

func BenchmarkExp(b *testing.B) {
	x, y := make([]float64, 2560), make([]float64, 2560)
	for i := range x {
		x[i] = -float64(i) / 100
	}
	kernel.BenchEachSet(b, func(b *testing.B) {
		for b.Loop() {
			kernel.Exp(y, x)
		}
		perSecond(b, "Gvalues/s", float64(len(x)))
	})
}
