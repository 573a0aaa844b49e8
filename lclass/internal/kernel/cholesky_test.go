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
				kernel.CholeskySolve(u, p, x, k)
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
	for _, k := range []int{1, 10, 200} {
		x := wholes(rng, p*k)
		b.Run(fmt.Sprintf("p=%d/k=%d", p, k), func(b *testing.B) {
			kernel.BenchEachSet(b, func(b *testing.B) {
				for b.Loop() {
					kernel.CholeskySolve(u, p, x, k)
				}
				perSecond(b, "GFLOP/s", 2*p*p*float64(k))
			})
		})
	}
}

// square returns UᵀU for U as in triangle, with NaN below its diagonal.
func square(rng *rand.Rand, p int) (a []float64, u *mat.TriDense) {
	u = mat.NewTriDense(p, mat.Upper, triangle(rng, p))
	var product mat.Dense
	product.Mul(u.T(), u)
	a = product.RawMatrix().Data
	for i := range p {
		for j := range i {
			a[i*p+j] = math.NaN()
		}
	}
	return a, u
}

func TestCholesky(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 6))
		for _, p := range []int{1, 2, 31, 32, 33, 64, 100, 131} {
			values, want := square(rng, p)
			a, intact := guarded(values)
			if !kernel.Cholesky(a, p, nil) || !intact() {
				t.Fatalf("p = %d: not positive definite, or written beyond the end", p)
			}
			for i := range p {
				for j := range p {
					if got := a[i*p+j]; j >= i && !(math.Abs(got-want.At(i, j)) <= 1e-12) {
						t.Fatalf("p = %d: U(%d, %d) = %v, want %v", p, i, j, got, want.At(i, j))
					}
				}
			}
		}
	})
}

func TestCholeskyOfIndefinite(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	const p = 70
	a, _ := square(rng, p)
	for _, i := range []int{0, 31, 32, p - 1} {
		for _, v := range []float64{-1e-3, 0, math.NaN(), math.Inf(1), math.Inf(-1)} {
			b := slices.Clone(a)
			b[i*p+i] = v
			if kernel.Cholesky(b, p, nil) {
				t.Errorf("positive definite with %v on the diagonal, row %d", v, i)
			}
		}
	}
	if !kernel.Cholesky(nil, 0, nil) {
		t.Error("a matrix without rows is not positive definite")
	}
}

func BenchmarkCholesky(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 6))
	for _, p := range []int{100, 785} {
		a, _ := square(rng, p)
		work := make([]float64, len(a))
		b.Run(fmt.Sprintf("p=%d", p), func(b *testing.B) {
			kernel.BenchEachSet(b, func(b *testing.B) {
				for b.Loop() {
					copy(work, a)
					kernel.Cholesky(work, p, nil)
				}
				perSecond(b, "GFLOP/s", float64(p*p*p)/3)
			})
		})
	}
}
