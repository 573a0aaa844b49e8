package factor_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
)

func random(m, n int) *mat.Dense {
	rng := rand.New(rand.NewPCG(uint64(m), uint64(n)))
	a := mat.NewDense(m, n, nil)
	for i := range m {
		for j := range n {
			a.Set(i, j, rng.NormFloat64())
		}
	}
	return a
}

// symmetric has the eigenvalues 1, 2 … n, each less a number.
func symmetric(n, less int) *mat.SymDense {
	var qr mat.QR
	qr.Factorize(random(n, n))
	var q mat.Dense
	qr.QTo(&q)
	values := make([]float64, n)
	for i := range values {
		values[i] = float64(i + 1 - less)
	}
	var half, full mat.Dense
	half.Mul(&q, mat.NewDiagDense(n, values))
	full.Mul(&half, q.T())
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			s.SetSym(i, j, full.At(i, j))
		}
	}
	return s
}

// semidefinite has that many eigenvalues 0.
func semidefinite(n, zeros int) *mat.SymDense {
	x := random(n, n-zeros)
	var qr mat.QR
	qr.Factorize(x)
	var q mat.Dense
	qr.QTo(&q)
	for j := range n - zeros {
		column := q.ColView(j).(*mat.VecDense)
		column.ScaleVec(math.Sqrt(float64(j+1)), column)
	}
	s := mat.NewSymDense(n, nil)
	s.SymOuterK(1, q.Slice(0, n, 0, n-zeros))
	return s
}

// The sizes are on both sides of those from which on panels are reduced, and applied to
// some columns at a time.
var sizes = []int{1, 2, 7, 128, 129, 200, 610}

func sizesOf(t *testing.T) []int {
	if testing.Short() {
		return sizes[:len(sizes)-1]
	}
	return sizes
}

func TestTriangleIsThatOfGonum(t *testing.T) {
	for _, n := range sizesOf(t) {
		a := random(3*n, n)
		var qr mat.QR
		qr.Factorize(a)
		var want mat.Dense
		qr.RTo(&want)
		if got := factor.Triangle(mat.DenseCopyOf(a), nil); !mat.Equal(got, want.Slice(0, n, 0, n)) {
			t.Errorf("%d columns: R is another", n)
		}
	}
}

func TestCholeskyIsThatOfGonum(t *testing.T) {
	for _, n := range sizesOf(t) {
		a := symmetric(n, 0)
		var want mat.Cholesky
		got := factor.NewCholesky(a, nil)
		if !want.Factorize(a) || got == nil {
			t.Fatalf("%d columns: %v", n, got)
		}
		x, y := random(n, 3), &mat.Dense{}
		if err := want.SolveTo(y, x); err != nil {
			t.Fatal(err)
		}
		if got.Solve(x); !mat.Equal(got.U, want.RawU()) || got.Condition != want.Cond() || !mat.Equal(x, y) {
			t.Errorf("%d columns: condition %v, want %v", n, got.Condition, want.Cond())
		}
		if n > 1 && factor.NewCholesky(symmetric(n, 2), nil) != nil {
			t.Errorf("%d columns: a matrix that is not definite is decomposed", n)
		}
	}
}

// Columns that depend on others are left out, in the order of gonum.
func TestPivotedIsThatOfGonum(t *testing.T) {
	for _, n := range sizesOf(t) {
		for _, a := range []*mat.SymDense{symmetric(n, 0), semidefinite(n, n/2)} {
			tol := float64(n) * 1e-15 * mat.Max(a)
			var want mat.PivotedCholesky
			want.Factorize(a, tol)
			var u mat.TriDense
			want.UTo(&u)
			got, of := factor.NewPivoted(a, tol, nil)
			order := want.ColumnPivots(nil)[:want.Rank()]
			if !slices.Equal(of, order) || !mat.EqualApprox(got.U, u.SliceTri(0, want.Rank()), 1e-10*mat.Max(a)) {
				t.Fatalf("%d columns: another U, of %v, want %v", n, of, order)
			}
			part := mat.NewSymDense(len(of), nil)
			for i, row := range of {
				for j, column := range of[:i+1] {
					part.SetSym(i, j, a.At(row, column))
				}
			}
			if want := mat.Cond(part, 1); got.Condition > 1.1*mat.Norm(a, 1)/mat.Norm(part, 1)*want || got.Condition < 0.1*want {
				t.Errorf("%d columns: condition %v, want %v", n, got.Condition, want)
			}
		}
	}
	if c, _ := factor.NewPivoted(mat.NewSymDense(2, []float64{1, math.NaN(), math.NaN(), 1}), 0, nil); c != nil {
		t.Error("NaN is decomposed")
	}
}

func TestSVDIsThatOfGonum(t *testing.T) {
	for _, n := range sizesOf(t) {
		for _, m := range []int{n, (n + 1) / 2, n / 3} {
			if m == 0 {
				continue
			}
			a := random(m, n)
			var svd mat.SVD
			if !svd.Factorize(a, mat.SVDFullV) {
				t.Fatal("no SVD")
			}
			var v mat.Dense
			svd.VTo(&v)
			want := slices.Concat(svd.Values(nil), make([]float64, n-m))
			values, vectors, ok := factor.SVD(a, nil)
			if !ok || m == n && !(slices.Equal(values, want) && mat.Equal(vectors, &v)) {
				t.Errorf("%d×%d: %v, or other values", m, n, ok)
			}
			for i, value := range values {
				if math.Abs(value-want[i]) > 1e-12*want[0] {
					t.Errorf("%d×%d: value %d is %v, want %v", m, n, i, value, want[i])
				}
			}
			var gram, image mat.Dense
			gram.Mul(vectors.T(), vectors)
			image.Mul(a, vectors)
			for i := range n {
				gram.Set(i, i, gram.At(i, i)-1)
				if length := mat.Norm(image.ColView(i), 2); math.Abs(length-want[i]) > 1e-12*want[0] {
					t.Errorf("%d×%d: ‖A v‖ of column %d is %v, want %v", m, n, i, length, want[i])
				}
			}
			if off := mat.Norm(&gram, math.Inf(1)); off > 1e-13*float64(n) {
				t.Errorf("%d×%d: V is off by %v", m, n, off)
			}
		}
	}
	if _, _, ok := factor.SVD(mat.NewDense(1, 2, []float64{math.NaN(), 1}), nil); ok {
		t.Error("NaN has singular values")
	}
}

func TestEigen(t *testing.T) {
	for _, n := range sizesOf(t) {
		a := semidefinite(n, n/3)
		values, vectors, ok := factor.Eigen(a, nil)
		if !ok {
			t.Fatal("no eigenvalues")
		}
		var left mat.Dense
		left.Mul(a, vectors)
		for j, value := range values {
			if want := float64(max(0, j+1-n/3)); math.Abs(value-want) > 1e-11*float64(n) {
				t.Errorf("%d columns: value %d is %v, want %v", n, j, value, want)
			}
			for i := range n {
				if off := left.At(i, j) - value*vectors.At(i, j); math.Abs(off) > 1e-10*float64(n) {
					t.Errorf("%d columns: vector %d is off by %v", n, j, off)
				}
			}
		}
	}
}

func TestOrthonormal(t *testing.T) {
	for _, n := range sizesOf(t) {
		for _, m := range []int{n, n + 1, 2 * n} {
			a := random(m, n)
			q := factor.Orthonormal(mat.DenseCopyOf(a), nil)
			var gram, within mat.Dense
			gram.Mul(q.T(), q)
			for i := range m {
				gram.Set(i, i, gram.At(i, i)-1)
			}
			if off := mat.Norm(&gram, math.Inf(1)); off > 1e-13*float64(m) {
				t.Errorf("%d×%d: QᵀQ is off by %v", m, n, off)
			}
			if m == n {
				continue
			}
			within.Mul(q.Slice(0, m, n, m).T(), a)
			if off := mat.Norm(&within, math.Inf(1)); off > 1e-12*float64(m) {
				t.Errorf("%d×%d: the other columns are not at right angles to A: %v", m, n, off)
			}
		}
	}
}

// A large product is taken in parts, whose sums are those of the whole.
func TestProduct(t *testing.T) {
	for _, c := range []struct{ m, inner, n, looks int }{
		{1, 1, 1, 1}, {3, 5, 7, 1}, {200, 100, 300, 1}, {700, 600, 650, 3}, {64, 3000, 1400, 2},
	} {
		if testing.Short() && c.looks > 1 {
			continue
		}
		a, b := random(c.m, c.inner), random(c.inner, c.n)
		for name, factors := range map[string][2]mat.Matrix{
			"AB": {a, b}, "(Aᵀ)ᵀB": {mat.DenseCopyOf(a.T()).T(), b}, "A(Bᵀ)ᵀ": {a, mat.DenseCopyOf(b.T()).T()},
		} {
			var want mat.Dense
			want.Mul(factors[0], factors[1])
			looks := 0
			got := factor.Product(factors[0], factors[1], func() bool { looks++; return false })
			if !mat.EqualApprox(got, &want, 1e-12*float64(c.inner)) || looks < c.looks {
				t.Errorf("%s, %d×%d×%d: another product, or only %d looks", name, c.m, c.inner, c.n, looks)
			}
			if factor.Product(factors[0], factors[1], func() bool { looks--; return looks == 0 }) != nil {
				t.Errorf("%s, %d×%d×%d: not stopped at the last look", name, c.m, c.inner, c.n)
			}
		}
	}
}

// Each decomposition asks often whether to stop, and no more once that is so.
func TestStop(t *testing.T) {
	const n = 200
	square, wide, tall, definite := random(n, n), random(n, 3*n), random(2*n, n), symmetric(n, 0)
	for name, c := range map[string]struct {
		most int // columns between two looks
		run  func(factor.Stop) (ended bool)
	}{
		"Triangle":        {32, func(s factor.Stop) bool { return factor.Triangle(mat.DenseCopyOf(tall), s) != nil }},
		"Cholesky":        {64, func(s factor.Stop) bool { return factor.NewCholesky(definite, s) != nil }},
		"pivots":          {64, func(s factor.Stop) bool { c, _ := factor.NewPivoted(definite, 0, s); return c != nil }},
		"SVD":             {32, func(s factor.Stop) bool { _, _, ok := factor.SVD(square, s); return ok }},
		"Eigen":           {32, func(s factor.Stop) bool { _, _, ok := factor.Eigen(definite, s); return ok }},
		"SVD of few rows": {16, func(s factor.Stop) bool { _, _, ok := factor.SVD(wide, s); return ok }},
		"Orthonormal":     {16, func(s factor.Stop) bool { return factor.Orthonormal(mat.DenseCopyOf(tall), s) != nil }},
	} {
		t.Run(name, func(t *testing.T) {
			looks := 0
			if !c.run(func() bool { looks++; return false }) || looks < n/c.most {
				t.Fatalf("%d looks", looks)
			}
			for _, at := range []int{1, looks / 4, looks / 2, looks} {
				count := 0
				if c.run(func() bool { count++; return count >= at }) || count != at {
					t.Errorf("stopped at look %d of %d: %d looks", at, looks, count)
				}
			}
		})
	}
}
