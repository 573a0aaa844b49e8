package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/kernel"
)

// triangle returns U in the upper triangle of a matrix that is NaN below.
func triangle(rng *rand.Rand, p int) []float64 {
	u := make([]float64, p*p)
	for i := range p {
		for j := range p {
			switch {
			case j < i:
				u[i*p+j] = math.NaN()
			case j > i:
				u[i*p+j] = rng.NormFloat64() / float64(p)
			default:
				u[i*p+j] = 1 + rng.Float64()
			}
		}
	}
	return u
}

func TestCholeskySolve(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 5))
		for _, p := range []int{1, 2, 31, 32, 33, 100} {
			for _, k := range []int{1, 3, 10} {
				u := triangle(rng, p)
				want := mat.NewDense(p, k, wholes(rng, p*k))
				upper := mat.NewTriDense(p, mat.Upper, slices.Clone(u))
				var b mat.Dense
				b.Mul(upper, want)
				b.Mul(upper.T(), &b)
				x, intact := guarded(b.RawMatrix().Data)
				kernel.CholeskySolve(u, p, p, x, k)
				if !intact() || !mat.EqualApprox(mat.NewDense(p, k, x), want, 1e-12) {
					t.Errorf("p = %d, k = %d: %v, want %v", p, k, x, want.RawMatrix().Data)
				}
			}
		}
	})
}

func BenchmarkCholeskySolve(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 5))
	const p = 785
	u := triangle(rng, p)
	for _, k := range []int{1, 10} {
		x := wholes(rng, p*k)
		b.Run(fmt.Sprintf("p=%d/k=%d", p, k), func(b *testing.B) {
			kernel.BenchEachSet(b, func(b *testing.B) {
				for b.Loop() {
					kernel.CholeskySolve(u, p, p, x, k)
				}
				perSecond(b, "GFLOP/s", 2*p*p*float64(k))
			})
		})
	}
}
