package solve

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The fast decomposition solves a definite system, and one of a lower rank to the same
// digits where it has solutions.
func TestFastCholesky(t *testing.T) {
	const p = 120
	rng := rand.New(rand.NewPCG(1, 6))
	for _, rank := range []int{p, p - 1, p / 2} {
		a := mat.NewDense(p, rank, nil)
		for i := range p {
			row := a.RawRowView(i)
			for j := range row {
				row[j] = rng.NormFloat64()
			}
			length := mat.Norm(mat.NewVecDense(rank, row), 2)
			for j := range row {
				row[j] /= length // for a diagonal of 1
			}
		}
		s := mat.NewSymDense(p, nil)
		s.SymOuterK(1, a)
		want := mat.NewVecDense(p, nil)
		for i := range p {
			want.SetVec(i, rng.NormFloat64())
		}
		var right, got mat.VecDense
		right.MulVec(s, want)
		f := newFastCholesky(s, nil)
		if f == nil {
			t.Fatalf("rank %d: none", rank)
		}
		x := append([]float64(nil), right.RawVector().Data...)
		f.solve(x)
		got.MulVec(s, mat.NewVecDense(p, x))
		got.SubVec(&got, &right)
		if off := mat.Norm(&got, math.Inf(1)); !(off < 1e-9) {
			t.Errorf("rank %d: off by %v", rank, off)
		}
	}
	if f := newFastCholesky(mat.NewSymDense(2, []float64{1, 2, 2, 1}), nil); f != nil {
		t.Error("an indefinite matrix is decomposed")
	}
}
