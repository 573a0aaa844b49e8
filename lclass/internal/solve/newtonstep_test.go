package solve

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Features that do not vary, whose second derivatives are 0, do not keep a matrix from being
// decomposed: their part of the least solution is 0, and the rest is that without them.
func TestSolveDefiniteOfConstantFeatures(t *testing.T) {
	const p = 6
	constant := []int{1, 4}
	rng := rand.New(rand.NewPCG(2, 7))
	s, small := mat.NewSymDense(p, nil), mat.NewSymDense(p-len(constant), nil)
	var kept []int
	for i := range p {
		if !slices.Contains(constant, i) {
			kept = append(kept, i)
		}
	}
	a := mat.NewDense(len(kept), 9, nil)
	for i := range kept {
		for j := range 9 {
			a.Set(i, j, rng.NormFloat64())
		}
	}
	small.SymOuterK(1, a)
	for i, row := range kept {
		for j, column := range kept {
			s.SetSym(row, column, small.At(i, j))
		}
	}
	right, few := mat.NewDense(p, 2, nil), mat.NewDense(len(kept), 2, nil)
	for i, row := range kept {
		for c := range 2 {
			few.Set(i, c, rng.NormFloat64())
			right.Set(row, c, few.At(i, c))
		}
	}
	x, rank := solveDefinite(s, right, nil)
	if rank != len(kept) {
		t.Fatalf("rank %d, want %d", rank, len(kept))
	}
	var want mat.Dense
	if err := want.Solve(small, few); err != nil {
		t.Fatal(err)
	}
	for i := range p {
		at := slices.Index(kept, i)
		for c := range 2 {
			wanted := 0.0
			if at >= 0 {
				wanted = want.At(at, c)
			}
			if got := x[2*i+c]; math.Abs(got-wanted) > 1e-12 {
				t.Errorf("x%d of column %d is %v, want %v", i+1, c+1, got, wanted)
			}
		}
	}
	if chol, _ := cholesky(s, nil); chol != nil {
		t.Error("cholesky takes a singular matrix")
	}
	s.SetSym(0, 0, 1)
	s.SetSym(0, 2, 1)
	s.SetSym(2, 2, 1)
	for _, j := range kept {
		if j > 2 {
			s.SetSym(0, j, s.At(2, j))
		}
	}
	if x, _ := solveDefinite(s, right, nil); x != nil {
		t.Error("two equal features count as definite")
	}
}
