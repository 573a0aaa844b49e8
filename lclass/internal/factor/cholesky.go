package factor

import (
	"math"

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
		if stop.Now() {
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
		if !ranges(n-j-width, stop, func(lo, hi int) {
			bi.Dgemm(blas.Trans, blas.NoTrans, width, hi-lo, j, -1, above, n, x[j+width+lo:], n, 1, at[width+lo:], n)
			bi.Dtrsm(blas.Left, blas.Upper, blas.Trans, blas.NonUnit, width, hi-lo, 1, at, n, at[width+lo:], n)
		}) {
			return nil
		}
	}
	inverse, ok := inverseNorm(u, work, stop)
	if !ok {
		return nil
	}
	return &Cholesky{U: u, Condition: 1 / (1 / inverse / norm)}
}

// NewPivoted decomposes the rows and columns of a positive semi-definite matrix that depend
// on no others, the largest pivot first: of are their numbers. The others leave pivots of no
// more than tol. It is nil if it has stopped, or for NaN. It is Dpstrf of LAPACK.
func NewPivoted(a *mat.SymDense, tol float64, stop Stop) (c *Cholesky, of []int) {
	const block = 64
	n := a.SymmetricDim()
	if math.IsNaN(mat.Sum(a)) {
		return nil, nil
	}
	x, left := make([]float64, n*n), make([]float64, n) // of the diagonal
	for i := range n {
		copy(x[i*n+i:(i+1)*n], a.RawSymmetric().Data[i*a.RawSymmetric().Stride+i:])
		left[i] = x[i*n+i]
		of = append(of, i)
	}
	work := make([]float64, 3*n)
	u := blas64.Triangular{N: n, Stride: n, Data: x, Uplo: blas.Upper, Diag: blas.NonUnit}
	norm := lapack64.Lansy(mat.CondNorm, blas64.Symmetric{N: n, Stride: n, Data: x, Uplo: blas.Upper}, work)
	bi := blas64.Implementation()
	for j, lo := 0, 0; j < u.N; j++ {
		if j%block == 0 {
			if stop.Now() {
				return nil, nil
			}
			if j > 0 {
				bi.Dsyrk(blas.Upper, blas.Trans, n-j, block, -1, x[lo*n+j:], n, 1, x[j*n+j:], n)
			}
			lo = j
		}
		pivot := j
		for i, v := range left[j:] {
			if v > left[pivot] {
				pivot = j + i
			}
		}
		if left[pivot] <= tol {
			u.N = j
			break
		}
		if pivot > j {
			of[j], of[pivot], left[j], left[pivot] = of[pivot], of[j], left[pivot], left[j]
			bi.Dswap(j, x[j:], n, x[pivot:], n)
			bi.Dswap(pivot-j-1, x[j*n+j+1:], 1, x[(j+1)*n+pivot:], n)
			for i := pivot + 1; i < n; i++ {
				x[j*n+i], x[pivot*n+i] = x[pivot*n+i], x[j*n+i]
			}
		}
		row := x[j*n+j : (j+1)*n]
		if j > lo {
			bi.Dgemv(blas.Trans, j-lo, n-j, -1, x[lo*n+j:], n, x[lo*n+j:], n, 1, row, 1)
		}
		row[0] = math.Sqrt(left[j])
		for i := range row[1:] {
			row[1+i] /= row[0]
			left[j+1+i] -= row[1+i] * row[1+i]
		}
	}
	c = &Cholesky{U: new(mat.TriDense)}
	c.U.SetRawTriangular(u)
	inverse, ok := inverseNorm(c.U, work, stop)
	if !ok {
		return nil, nil
	}
	c.Condition = norm * inverse
	return c, of[:u.N]
}

// inverseNorm estimates the largest column sum of (UᵀU)⁻¹ from some products with it, as
// Dpocon does. It is false if it has stopped. work has 3n values.
func inverseNorm(u *mat.TriDense, work []float64, stop Stop) (norm float64, ok bool) {
	n, _ := u.Dims()
	raw := u.RawTriangular()
	x, sums := work[:n], work[2*n:]
	signs, isave := make([]int, n), [3]int{}
	known := false // whether sums holds those of the columns
	for kase := 0; ; {
		if norm, kase = routines.Dlacn2(n, work[n:2*n], x, signs, norm, kase, &isave); kase == 0 {
			return norm, true
		}
		scale := 1.0
		for _, side := range []blas.Transpose{blas.Trans, blas.NoTrans} {
			if stop.Now() {
				return 0, false
			}
			scale *= routines.Dlatrs(blas.Upper, side, blas.NonUnit, known, n, raw.Data, raw.Stride, x, sums)
			known = true
		}
		if scale == 1 {
			continue
		}
		largest := math.Abs(x[blas64.Iamax(blas64.Vector{N: n, Data: x, Inc: 1})])
		if scale == 0 || scale < largest*smallest {
			return math.Inf(1), true
		}
		routines.Drscl(n, scale, x, 1)
	}
}

const smallest = 0x1p-1022 // of the numbers with all digits

// Solve sets x, n×k, to (UᵀU)⁻¹x.
func (c *Cholesky) Solve(x *mat.Dense) { lapack64.Potrs(c.U.RawTriangular(), x.RawMatrix()) }
