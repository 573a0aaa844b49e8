package solve

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The two inverses are one where all directions have curvature.
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
	c := &curvature{full: &full, k: 1}
	c.chol, c.scale = cholesky(&full, nil)
	for name, diagonal := range map[string][]float64{"inverse": c.inverse(), "pseudoinverse": c.pseudoinverse()} {
		for j, got := range diagonal {
			if math.Abs(got/want.At(j, j)-1) > 1e-9 {
				t.Errorf("%s: element %d is %v, want %v", name, j, got, want.At(j, j))
			}
		}
	}
}
