package solve

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// A design is the QR decomposition of rows √wᵢφᵢ with φ = (x, 1), or (x, 0) without
// biases, which keeps the digits of features that almost depend on each other.
type design struct {
	o         *objective.Objective
	weight    []float64
	total     float64
	r         *mat.Dense // of the centred features in units of std
	mean, std []float64
}

// newDesign takes the rows of an objective with weights of its own. If the fit is
// stopped meanwhile the values are NaN.
func newDesign(of *objective.Objective, weight []float64) *design {
	o := &objective.Objective{X: of.X, K: 1, Weight: weight, Targets: loss.Targets{Value: make([]float64, len(weight))}, NoBias: of.NoBias, Stop: of.Stop}
	q := &design{o: o, weight: weight, total: o.TotalWeight()}
	q.mean, q.std = o.Moments()
	q.r = triangle(o, q.mean, q.std).r
	return q
}

// check reports whether each feature has a finite deviation that is not 0, and
// none depends on the bias and those before it.
func (q *design) check() error {
	for j, s := range q.std {
		if s == 0 {
			return DependentError(j)
		}
		if !finite(s) {
			return errUnits
		}
	}
	d := len(q.std)
	depends := func(p int) bool { // some of the first p
		null, err := dependence(mat.DenseCopyOf(q.r.Slice(0, p, 0, p)), q.mean[:p], q.std[:p], len(q.weight), q.total, q.o.Stop)
		return err != nil || null != nil
	}
	if d == 0 || !depends(d) {
		return nil
	}
	return DependentError(sort.Search(d-1, func(j int) bool { return depends(j + 1) }))
}

// leverages returns the diagonal of the hat matrix √w φᵀ (Σwφφᵀ)⁻¹ φ √w.
func (q *design) leverages() []float64 {
	n, d := q.o.X.Dims()
	h, x := make([]float64, n), make([]float64, d)
	upper := upper(q.r).RawTriangular()
	bias := 1 / q.total
	if q.o.NoBias {
		bias = 0
	}
	for i := range h {
		if i%looksEvery(d) == 0 && q.o.Stopped() {
			h[i] = math.NaN()
			break
		}
		q.o.X.Row(x, i)
		for j := range x {
			x[j] = (x[j] - q.mean[j]) / q.std[j]
		}
		blas64.Trsv(blas.Trans, upper, vector(x))
		h[i] = q.weight[i] * (bias + kernel.Dot(x, x))
	}
	return h
}

// white returns M of (Σwφφᵀ)⁻¹ = MᵀM in standardised coordinates; without biases what it
// says of them has no meaning.
func (q *design) white() *mat.Dense {
	d := len(q.mean)
	m := mat.NewDense(d+1, d+1, nil)
	solved := m.Slice(0, d, 0, d).(*mat.Dense)
	for j := range d {
		solved.Set(j, j, 1)
	}
	factor.Solve(upper(q.r), solved, q.o.Stop)
	m.Set(d, d, 1/math.Sqrt(q.total))
	return m
}

// root returns M of (Σwφφᵀ)⁻¹ = MᵀM.
func (q *design) root() *mat.Dense { return inUnits(q.white(), q.mean, q.std, 1) }

// logDeterminant returns log|Σwφφᵀ|.
func (q *design) logDeterminant() float64 {
	var log float64
	if !q.o.NoBias {
		log = math.Log(q.total)
	}
	for j, s := range q.std {
		log += 2 * math.Log(math.Abs(q.r.At(j, j))*s)
	}
	return log
}

// looksEvery is after how many rows to look whether the fit is to end, where each takes
// d² multiplications.
func looksEvery(d int) int { return max(1, rows.Block/max(1, d)) }

// times returns MᵀM v.
func times(m *mat.Dense, v []float64) []float64 {
	var inner, out mat.VecDense
	inner.MulVec(m, mat.NewVecDense(len(v), v))
	out.MulVec(m.T(), &inner)
	return out.RawVector().Data
}
