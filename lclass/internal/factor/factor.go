// Package factor decomposes matrices, some columns at a time. Between them it asks
// whether to stop: with thousands of columns a decomposition takes seconds.
package factor

import (
	"cmp"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// Stop reports whether a decomposition is to end without a result; nil is never.
type Stop func() bool

// Now reports whether that is so.
func (s Stop) Now() bool { return s != nil && s() }

var routines gonum.Implementation

const (
	panel  = 32      // columns that are reduced together
	narrow = 1000    // columns of which a panel is turned in little time
	tail   = 128     // columns at the end that are reduced one by one
	chunk  = 256     // columns that a panel is applied to, at least
	brief  = 1 << 27 // multiplications that take less than a tenth of a second
)

// ranges calls f on consecutive ranges of n columns until it is to stop, and reports
// whether it came to the end. A range has at least chunk columns if there are as many,
// so that gonum adds up in the same order for any number of them.
func ranges(n int, stop Stop, f func(lo, hi int)) bool {
	for lo := 0; lo < n; {
		if stop.Now() {
			return false
		}
		hi := lo + chunk
		if n-hi < chunk {
			hi = n
		}
		f(lo, hi)
		lo = hi
	}
	return true
}

// Triangle returns R of the decomposition A = QR, n×n for a matrix of m ≥ n rows, and
// uses the memory of A. It is nil if it has stopped. R is that of mat.QR, to the last
// bit.
func Triangle(a *mat.Dense, stop Stop) *mat.Dense {
	if reduce(a, stop) == nil {
		return nil
	}
	_, n := a.Dims()
	r := mat.NewDense(n, n, nil)
	for i := range n {
		copy(r.RawRowView(i)[i:], a.RawRowView(i)[i:])
	}
	return r
}

// reduce puts R in the place of A, m×n with m ≥ n, and the reflectors whose product is Q
// below it. It returns their factors, nil if it has stopped.
func reduce(a *mat.Dense, stop Stop) (tau []float64) {
	raw := a.RawMatrix()
	m, n, lda, x := raw.Rows, raw.Cols, raw.Stride, raw.Data
	tau = make([]float64, n)
	t := make([]float64, panel*panel)
	work := make([]float64, max(n, panel)*panel)
	i := 0
	if n > tail {
		for ; i < n-tail; i += panel {
			at, width := x[i*lda+i:], min(n-i, panel)
			if stop.Now() {
				return nil
			}
			routines.Dgeqr2(m-i, width, at, lda, tau[i:i+width], work)
			routines.Dlarft(lapack.Forward, lapack.ColumnWise, m-i, width, at, lda, tau[i:], t, panel)
			if !ranges(n-i-width, stop, func(lo, hi int) {
				routines.Dlarfb(blas.Left, blas.Trans, lapack.Forward, lapack.ColumnWise, m-i, hi-lo, width,
					at, lda, t, panel, at[width+lo:], lda, work, panel)
			}) {
				return nil
			}
		}
	}
	for ; i < n; i++ {
		if stop.Now() {
			return nil
		}
		pivot := &x[i*lda+i]
		*pivot, tau[i] = routines.Dlarfg(m-i, *pivot, x[min(i+1, m-1)*lda+i:], lda)
		if i < n-1 {
			kept := *pivot
			*pivot = 1
			routines.Dlarf(blas.Left, m-i, n-i-1, x[i*lda+i:], lda, tau[i], x[i*lda+i+1:], lda, work)
			*pivot = kept
		}
	}
	return tau
}

// rotate sets C to QC, with Q as reduce leaves it in A, and reports whether it has not
// stopped.
func rotate(c, a *mat.Dense, tau []float64, stop Stop) bool {
	m, n := a.Dims()
	_, columns := c.Dims()
	lda, x, ldc, y := a.RawMatrix().Stride, a.RawMatrix().Data, c.RawMatrix().Stride, c.RawMatrix().Data
	t, work := make([]float64, panel*panel), make([]float64, max(columns, panel)*panel)
	for i := (n - 1) / panel * panel; i >= 0; i -= panel {
		at, width := x[i*lda+i:], min(n-i, panel)
		routines.Dlarft(lapack.Forward, lapack.ColumnWise, m-i, width, at, lda, tau[i:i+width], t, panel)
		if !ranges(columns, stop, func(lo, hi int) {
			routines.Dlarfb(blas.Left, blas.NoTrans, lapack.Forward, lapack.ColumnWise, m-i, hi-lo, width,
				at, lda, t, panel, y[i*ldc+lo:], ldc, work, panel)
		}) {
			return false
		}
	}
	return true
}

// Orthonormal returns m orthonormal columns, of which the first n span those of a matrix
// of m ≥ n rows, and uses the memory of that. It is nil if it has stopped.
func Orthonormal(a *mat.Dense, stop Stop) *mat.Dense {
	tau := reduce(a, stop)
	if tau == nil {
		return nil
	}
	m, _ := a.Dims()
	q := mat.NewDense(m, m, nil)
	for i := range m {
		q.Set(i, i, 1)
	}
	if !rotate(q, a, tau, stop) {
		return nil
	}
	return q
}

// Product returns AB of dense matrices, which may be transposed, and nil if it has
// stopped.
func Product(a, b mat.Matrix, stop Stop) *mat.Dense {
	const least = 64 // rows and columns, as gonum takes them together
	m, inner := a.Dims()
	_, n := b.Dims()
	rows, columns := m, n
	for rows*columns*inner > brief && max(rows, columns) > least {
		if rows > columns {
			rows = max(least, rows/2)
		} else {
			columns = max(least, columns/2)
		}
	}
	c := mat.NewDense(m, n, nil)
	for i := 0; i < m; i += rows {
		for j := 0; j < n; j += columns {
			if stop.Now() {
				return nil
			}
			below, right := min(i+rows, m), min(j+columns, n)
			c.Slice(i, below, j, right).(*mat.Dense).Mul(rowsOf(a, i, below), columnsOf(b, j, right))
		}
	}
	return c
}

func rowsOf(a mat.Matrix, lo, hi int) mat.Matrix {
	if t, ok := a.(mat.Transpose); ok {
		return columnsOf(t.Matrix, lo, hi).T()
	}
	_, n := a.Dims()
	return a.(*mat.Dense).Slice(lo, hi, 0, n)
}

func columnsOf(a mat.Matrix, lo, hi int) mat.Matrix {
	if t, ok := a.(mat.Transpose); ok {
		return rowsOf(t.Matrix, lo, hi).T()
	}
	m, _ := a.Dims()
	return a.(*mat.Dense).Slice(0, m, lo, hi)
}

// LeastSquares returns the X of least ‖AX − B‖² for a matrix A of independent columns,
// and nil if it has stopped.
func LeastSquares(a, b *mat.Dense, stop Stop) *mat.Dense {
	m, n := a.Dims()
	_, k := b.Dims()
	both := mat.NewDense(max(m, n+k), n+k, nil)
	both.Slice(0, m, 0, n).(*mat.Dense).Copy(a)
	both.Slice(0, m, n, n+k).(*mat.Dense).Copy(b)
	r := Triangle(both, stop)
	if r == nil {
		return nil
	}
	x := mat.DenseCopyOf(r.Slice(0, n, n, n+k))
	u := blas64.Triangular{N: n, Stride: n + k, Data: r.RawMatrix().Data, Uplo: blas.Upper, Diag: blas.NonUnit}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, u, x.RawMatrix())
	return x
}

// Solve sets X to U⁻ᵀX and reports whether it has not stopped.
func Solve(u *mat.TriDense, x *mat.Dense, stop Stop) bool {
	const block = 64
	n, k := x.Dims()
	raw, at, values := u.RawTriangular(), x.RawMatrix().Stride, x.RawMatrix().Data
	bi := blas64.Implementation()
	columns := max(block, brief/max(1, block*n))
	for lo := 0; lo < k; lo += columns {
		wide := min(columns, k-lo)
		for i := 0; i < n; i += block {
			if stop.Now() {
				return false
			}
			size := min(block, n-i)
			bi.Dtrsm(blas.Left, blas.Upper, blas.Trans, blas.NonUnit, size, wide, 1, raw.Data[i*raw.Stride+i:], raw.Stride, values[i*at+lo:], at)
			if rest := n - i - size; rest > 0 {
				bi.Dgemm(blas.Trans, blas.NoTrans, rest, wide, size, -1, raw.Data[i*raw.Stride+i+size:], raw.Stride, values[i*at+lo:], at, 1, values[(i+size)*at+lo:], at)
			}
		}
	}
	return true
}

// SVD returns the n singular values of an m×n matrix A, the largest first, and V with a
// column each. It is false if they cannot be found or it has stopped. Up to 1000 columns
// of a square A they are those of mat.SVD, to the last bit.
func SVD(a *mat.Dense, stop Stop) (values []float64, v *mat.Dense, ok bool) {
	m, n := a.Dims()
	if math.IsNaN(mat.Sum(a)) {
		return nil, nil, false
	}
	if m > n {
		if a = Triangle(mat.DenseCopyOf(a), stop); a == nil {
			return nil, nil, false
		}
		m = n
	}
	if 2*m < n {
		return wide(a, stop)
	}
	x := make([]float64, n*n)
	mat.NewDense(n, n, x).Slice(0, m, 0, n).(*mat.Dense).Copy(a)
	d, e, tau, ok := bidiagonal(x, n, stop)
	if !ok || !rightReflectors(x, n, tau, stop) {
		return nil, nil, false
	}
	// Columns of Vᵀ are turned apart from each other, each range with the same
	// rotations, which take little time to find again.
	width, meanwhile := panel, Stop(nil)
	if n > narrow {
		width, meanwhile = panel/2, stop
	}
	v = mat.NewDense(n, n, nil)
	some, work := make([]float64, n*width), make([]float64, 4*n)
	for lo := 0; lo < n; lo += width {
		wide := min(width, n-lo)
		for i := range n {
			copy(some[i*wide:(i+1)*wide], x[i*n+lo:])
		}
		if stop.Now() {
			return nil, nil, false
		}
		sizes := slices.Clone(d)
		turn := func() bool {
			return routines.Dbdsqr(blas.Upper, n, wide, 0, 0, sizes, slices.Clone(e), some, wide, nil, 1, nil, 1, work)
		}
		if !await(meanwhile, turn) {
			return nil, nil, false
		}
		values = sizes
		for j := range wide {
			row := v.RawRowView(lo + j)
			for i := range row {
				row[i] = some[i*wide+j]
			}
		}
	}
	return values, v, true
}

// await returns what f does, or false as soon as it is to stop. Then f goes on alone, so
// its memory must be its own.
func await(stop Stop, f func() bool) bool {
	if stop == nil {
		return f()
	}
	done := make(chan bool, 1)
	go func() { done <- f() }()
	ask := time.NewTicker(20 * time.Millisecond)
	defer ask.Stop()
	for !stop() {
		select {
		case ok := <-done:
			return ok
		case <-ask.C:
		}
	}
	return false
}

// LeastSingular estimates the least singular value of an n×n upper triangle R, mostly from
// below: 1/(√n·‖R⁻¹‖) with the norm by column sums, of which it makes some products with
// R⁻¹.
func LeastSingular(r *mat.Dense) float64 {
	n, _ := r.Dims()
	if n == 0 {
		return 0
	}
	raw := r.RawMatrix()
	work := make([]float64, 3*n)
	norm := routines.Dlantr(lapack.MaxColumnSum, blas.Upper, blas.NonUnit, n, n, raw.Data, raw.Stride, work)
	return norm * routines.Dtrcon(lapack.MaxColumnSum, blas.Upper, blas.NonUnit, n, raw.Data, raw.Stride, work, make([]int, n)) / math.Sqrt(float64(n))
}

// wide is SVD for few rows: with Aᵀ = QR and Rᵀ = UDWᵀ, V is Q with its first columns
// times W.
func wide(a *mat.Dense, stop Stop) (values []float64, v *mat.Dense, ok bool) {
	m, n := a.Dims()
	r := mat.DenseCopyOf(a.T())
	tau := reduce(r, stop)
	if tau == nil {
		return nil, nil, false
	}
	lower := mat.NewDense(m, m, nil)
	for i := range m {
		for j := i; j < m; j++ {
			lower.Set(j, i, r.At(i, j))
		}
	}
	some, w, ok := SVD(lower, stop)
	if !ok {
		return nil, nil, false
	}
	values, v = make([]float64, n), mat.NewDense(n, n, nil)
	copy(values, some)
	v.Slice(0, m, 0, m).(*mat.Dense).Copy(w)
	for i := m; i < n; i++ {
		v.Set(i, i, 1)
	}
	return values, v, rotate(v, r, tau, stop)
}

// bidiagonal reduces n×n values to a diagonal d and e beside it. The reflectors from
// the right are left in x, with their factors tau.
func bidiagonal(x []float64, n int, stop Stop) (d, e, tau []float64, ok bool) {
	const fast = 1 << 25 // values that are passed over in little time
	width := max(1, min(panel, fast/(n*n)))
	d, e = make([]float64, n), make([]float64, n)
	left, right := make([]float64, n), make([]float64, n)
	work := make([]float64, 2*n*panel)
	bi := blas64.Implementation()
	i := 0
	for ; i < n-tail; i += width {
		if stop.Now() {
			return nil, nil, nil, false
		}
		p, q := work[:n*width], work[n*width:]
		routines.Dlabrd(n-i, n-i, width, x[i*n+i:], n, d[i:], e[i:], left[i:], right[i:], p, width, q, width)
		rest := n - i - width
		bi.Dgemm(blas.NoTrans, blas.Trans, rest, rest, width, -1, x[(i+width)*n+i:], n, q[width*width:], width, 1, x[(i+width)*n+i+width:], n)
		bi.Dgemm(blas.NoTrans, blas.NoTrans, rest, rest, width, -1, p[width*width:], width, x[i*n+i+width:], n, 1, x[(i+width)*n+i+width:], n)
		for j := i; j < i+width; j++ {
			x[j*n+j], x[j*n+j+1] = d[j], e[j]
		}
	}
	routines.Dgebd2(n-i, n-i, x[i*n+i:], n, d[i:], e[i:], left[i:], right[i:], work)
	return d, e[:max(0, n-1)], right, true
}

// rightReflectors puts Pᵀ, the product of the reflectors that bidiagonal left in x, in
// its place.
func rightReflectors(x []float64, n int, tau []float64, stop Stop) bool {
	for i := n - 1; i > 0; i-- {
		copy(x[i*n+i:(i+1)*n], x[(i-1)*n+i:i*n])
		clear(x[i*n : i*n+i])
	}
	clear(x[:n])
	x[0] = 1
	if n == 1 {
		return true
	}
	// As gonum's Dorglq, from the last reflectors to the first.
	p, sub := n-1, x[n+1:]
	blocked := 0
	if p > tail {
		blocked = min(p, (p-tail-1)/panel*panel+panel)
	}
	t, work := make([]float64, panel*panel), make([]float64, max(p, panel)*panel)
	if blocked < p {
		routines.Dorgl2(p-blocked, p-blocked, p-blocked, sub[blocked*n+blocked:], n, tau[blocked:p], work)
	}
	for i := blocked - panel; i >= 0; i -= panel {
		at := sub[i*n+i:]
		if i+panel < p {
			routines.Dlarft(lapack.Forward, lapack.RowWise, p-i, panel, at, n, tau[i:], t, panel)
			// Here it is rows that panels are applied to.
			if !ranges(p-i-panel, stop, func(lo, hi int) {
				routines.Dlarfb(blas.Right, blas.Trans, lapack.Forward, lapack.RowWise, hi-lo, p-i, panel,
					at, n, t, panel, at[(panel+lo)*n:], n, work, panel)
			}) {
				return false
			}
		}
		if stop.Now() {
			return false
		}
		routines.Dorgl2(panel, p-i, panel, at, n, tau[i:i+panel], work)
	}
	return true
}

// Eigen returns the eigenvalues of a symmetric matrix, the least first, and the vectors,
// a column each. Only rounding may make them negative. It is false if they cannot be
// found or it has stopped.
func Eigen(a *mat.SymDense, stop Stop) (values []float64, vectors *mat.Dense, ok bool) {
	n := a.SymmetricDim()
	if stop.Now() {
		return nil, nil, false
	}
	if n <= tail {
		var eigen mat.EigenSym
		if !eigen.Factorize(a, true) {
			return nil, nil, false
		}
		vectors = new(mat.Dense)
		eigen.VectorsTo(vectors)
		return eigen.Values(nil), vectors, true
	}
	whole := mat.NewDense(n, n, nil)
	for i := range n {
		copy(whole.RawRowView(i)[i:], a.RawSymmetric().Data[i*a.RawSymmetric().Stride+i:])
		for j := range i {
			whole.Set(i, j, whole.At(j, i))
		}
	}
	sizes, v, ok := SVD(whole, stop)
	if !ok {
		return nil, nil, false
	}
	// The right singular vectors are eigenvectors, and the signs of vᵀAv those of the
	// values.
	values, vectors = make([]float64, n), mat.NewDense(n, n, nil)
	product := Product(whole, v, stop)
	if product == nil {
		return nil, nil, false
	}
	signs := make([]float64, n)
	for i := range n {
		for j, p := range product.RawRowView(i) {
			signs[j] += p * v.At(i, j)
		}
	}
	signed := func(j int) float64 { return math.Copysign(sizes[j], signs[j]) }
	order := make([]int, n)
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(signed(a), signed(b)) })
	for i := range n {
		from, to := v.RawRowView(i), vectors.RawRowView(i)
		for at, j := range order {
			to[at] = from[j]
		}
	}
	for at, j := range order {
		values[at] = signed(j)
	}
	return values, vectors, true
}
