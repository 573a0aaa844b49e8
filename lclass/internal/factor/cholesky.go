package factor

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// A Cholesky is U of a symmetric matrix UᵀU.
type Cholesky struct {
	U         *mat.TriDense
	Condition float64 // an estimate of the condition number of the matrix
}

// NewCholesky decomposes a symmetric matrix. It is nil if that is not positive definite
// or it has stopped. U and Condition are those of mat.Cholesky, to the last bit.
func NewCholesky(a *mat.SymDense, stop Stop) *Cholesky {
	const block = 64
	n := a.SymmetricDim()
	u := mat.NewTriDense(n, mat.Upper, nil)
	x := u.RawTriangular().Data
	for i := range n {
		copy(x[i*n+i:(i+1)*n], a.RawSymmetric().Data[i*a.RawSymmetric().Stride+i:])
	}
	work := make([]float64, 3*n)
	symmetric := blas64.Symmetric{N: n, Stride: n, Data: x, Uplo: blas.Upper}
	norm := lapack64.Lansy(mat.CondNorm, symmetric, work)
	bi := blas64.Implementation()
	for j := 0; j < n; j += block {
		if stop.now() {
			return nil
		}
		width := min(block, n-j)
		above, at := x[j:], x[j*n+j:]
		if j > 0 {
			bi.Dsyrk(blas.Upper, blas.Trans, width, j, -1, above, n, 1, at, n)
		}
		if !routines.Dpotf2(blas.Upper, width, at, n) {
			return nil
		}
		if rest := n - j - width; rest > 0 {
			bi.Dgemm(blas.Trans, blas.NoTrans, width, rest, j, -1, above, n, x[j+width:], n, 1, at[width:], n)
			bi.Dtrsm(blas.Left, blas.Upper, blas.Trans, blas.NonUnit, width, rest, 1, at, n, at[width:], n)
		}
	}
	c := &Cholesky{U: u}
	c.Condition = 1 / lapack64.Pocon(symmetric, norm, work, make([]int, n))
	return c
}

// Solve sets x, n×k, to (UᵀU)⁻¹x.
func (c *Cholesky) Solve(x *mat.Dense) { lapack64.Potrs(c.U.RawTriangular(), x.RawMatrix()) }
