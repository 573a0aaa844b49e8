package solve

import (
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
)

// A fastCholesky is U of a symmetric matrix UᵀU, or, where rounding makes that indefinite,
// of one with a little more on its diagonal.
type fastCholesky struct {
	u    []float64
	of   *mat.SymDense
	more bool
}

// newFastCholesky decomposes a matrix with a diagonal of 1. It is nil if it has stopped, or
// the matrix is far from definite.
func newFastCholesky(of *mat.SymDense, stop factor.Stop) *fastCholesky {
	from, p := of.RawSymmetric().Data, of.SymmetricDim()
	f := &fastCholesky{u: slices.Clone(from), of: of}
	if kernel.Cholesky(f.u, p, stop) {
		return f
	}
	f.more = true
	copy(f.u, from)
	for i := range p {
		f.u[i*p+i] += float64(p) * epsilon
	}
	if !kernel.Cholesky(f.u, p, stop) {
		return nil
	}
	return f
}

// solve replaces x by the inverse times x. What the U of another matrix leaves is solved for
// again.
func (f *fastCholesky) solve(x []float64) {
	const again = 3
	p := len(x)
	right := slices.Clone(x)
	kernel.CholeskySolve(f.u, p, x, 1)
	for range again {
		if !f.more {
			return
		}
		left := slices.Clone(right)
		blas64.Symv(-1, f.of.RawSymmetric(), vector(x), 1, vector(left))
		kernel.CholeskySolve(f.u, p, left, 1)
		kernel.Axpy(1, left, x)
	}
}

// solveFast is solveSymmetric for a definite matrix, without the rank.
func solveFast(sym *mat.SymDense, g []float64, stop factor.Stop) []float64 {
	p := len(g)
	unit, scale := unitDiagonal(sym, stop)
	if unit == nil || !kernel.Cholesky(unit.RawSymmetric().Data, p, stop) {
		x, _ := solveSymmetric(sym, g, 1, stop)
		return x
	}
	x := make([]float64, p)
	kernel.Times(x, g, scale)
	kernel.CholeskySolve(unit.RawSymmetric().Data, p, x, 1)
	kernel.Times(x, x, scale)
	factor.Forget(unit)
	return x
}
