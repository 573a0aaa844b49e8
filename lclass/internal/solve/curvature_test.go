package solve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

func TestInverseDiagonal(t *testing.T) {
	const n = 6
	r := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(20, n, nil)
	x.Apply(func(_, j int, _ float64) float64 { return r.NormFloat64() * math.Pow(10, float64(j-3)) }, x)
	var full, want mat.SymDense
	full.SymOuterK(1, x.T())
	var all mat.Cholesky
	if !all.Factorize(&full) {
		t.Fatal("the matrix is singular")
	}
	if err := all.InverseTo(&want); err != nil {
		t.Fatal(err)
	}
	for j, got := range curvatureOf(&full, 1, nil).inverse(make([]float64, n), 0) {
		if math.Abs(got/want.At(j, j)-1) > 1e-9 {
			t.Errorf("element %d is %v, want %v", j, got, want.At(j, j))
		}
	}
}

// No row, and with several scores no difference of two, is longer than length says, also
// where columns depend on each other, or do not vary.
func TestLengthBoundsRows(t *testing.T) {
	const n, d = 200, 12
	for _, k := range []int{1, 3} {
		for _, dependent := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d scores/dependent=%v", k, dependent), func(t *testing.T) {
				r := rand.New(rand.NewPCG(3, uint64(k)))
				o := &objective.Objective{Loss: loss.Logistic{}, K: k, Weight: make([]float64, n)}
				if k > 1 {
					o.Loss = loss.Softmax{}
				}
				x := mat.NewDense(n, d, nil)
				for i := range n {
					category := r.IntN(5)
					x.Set(i, category, 1)
					for j := 5; j < d; j++ {
						x.Set(i, j, r.NormFloat64()*math.Pow(10, float64(j-8)))
					}
					if dependent {
						x.Set(i, d-2, x.At(i, 6)-1e3*x.At(i, 5))
						x.Set(i, d-1, 7)
					} else {
						x.Set(i, 0, r.NormFloat64())
					}
					class := r.IntN(max(2, k))
					o.Weight[i] = 0.5 + r.Float64()
					o.Targets.Class = append(o.Targets.Class, class)
					for c := range k {
						o.Targets.Value = append(o.Targets.Value, map[bool]float64{true: 1}[k == 1 && class == 1 || k > 1 && class == c])
					}
				}
				o.X = rows.NewDense(n, d, x.RawMatrix().Data)
				s := objective.Scale(o)
				theta := make([]float64, o.Dim())
				for i := range theta {
					theta[i] = r.NormFloat64() / 10
				}
				h := s.Hessian(s.Pass(theta, objective.Want{Gradient: true, Shift: s.Mean}))
				p, c := newProof(s, 1e-8), newCurvature(h)
				if c.isDefinite() == dependent {
					t.Errorf("definite = %v", c.isDefinite())
				}
				values, vectors, _ := factor.Eigen(c.full, nil)
				var longest float64
				for i := range n {
					for other := 1; other < max(2, k); other++ {
						along := mat.NewVecDense(len(values), nil)
						for j := range d + 1 {
							v := 1.0
							if j < d {
								v = (x.At(i, j) - s.Mean[j]) / s.Std[j]
							}
							along.SetVec(j*k, v)
							if k > 1 {
								along.SetVec(j*k+other, -v)
							}
						}
						var inner mat.VecDense
						inner.MulVec(vectors.T(), along)
						var square float64
						for a, v := range values {
							if v > 1e-12*values[len(values)-1] {
								square += inner.AtVec(a) * inner.AtVec(a) / v
							}
						}
						longest = max(longest, math.Sqrt(square))
					}
				}
				for _, enough := range []float64{0, 1e9} {
					if by := p.length(c, enough, 0); by < longest || by > 100*longest {
						t.Errorf("the longest row has %v, and the bound is %v", longest, by)
					}
				}
			})
		}
	}
}
