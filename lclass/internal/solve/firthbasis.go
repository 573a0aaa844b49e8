package solve

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// A basis gives the standardised features as r uncorrelated ones, q = Vᵀx̃,
// where r is the rank of the centred features. Their weights and the bias are
// α; the W of α is the least that gives its scores, in standardised coordinates.
type basis struct {
	*objective.Scaled
	v    *mat.Dense // d×r with orthonormal columns, nil for r = 0
	rank int
}

// newBasis takes the singular vectors of the triangle of the rows, so that a
// column that is nearly lost among the others keeps the digits that the data
// have of it.
func newBasis(o *objective.Objective) (*basis, error) {
	_, d := o.X.Dims()
	b := &basis{Scaled: objective.Scale(o)}
	for _, s := range b.Std {
		if math.IsNaN(s) {
			return nil, errUnits
		}
	}
	t := triangle(o, b.Mean, b.Std)
	null, err := dependence(t.r, b.Mean, b.Std, o.Samples(), t.total, o.Stop)
	if err != nil {
		return nil, err
	}
	b.rank = d
	r := t.r
	var across *mat.Dense
	if null != nil {
		if _, across, err = split(null, o.Stop); err != nil {
			return nil, err
		}
		if across == nil {
			b.rank = 0
			return b, nil
		}
		if r = factor.Product(t.r, across, o.Stop); r == nil {
			return nil, ErrStopped
		}
		_, b.rank = across.Dims()
	}
	_, v, ok := factor.SVD(r, o.Stop)
	if !ok {
		return nil, fmt.Errorf("%w: the singular values of the features cannot be found", ErrDiverged)
	}
	b.v = v
	if across != nil {
		if b.v = factor.Product(across, v, o.Stop); b.v == nil {
			return nil, ErrStopped
		}
	}
	return b, nil
}

// features returns q of all rows.
func (b *basis) features() *rows.Dense {
	n, d := b.X.Dims()
	q, x := make([]float64, n*b.rank), make([]float64, d)
	for i := range n {
		if i%looksEvery(d) == 0 && b.Stopped() {
			break
		}
		b.X.Row(x, i)
		for j := range x {
			x[j] = (x[j] - b.Mean[j]) / b.Std[j]
		}
		blas64.Gemv(blas.Trans, 1, b.v.RawMatrix(), vector(x), 0, vector(q[i*b.rank:(i+1)*b.rank]))
	}
	return rows.NewDense(n, b.rank, q)
}

// theta returns α in the units of the features.
func (b *basis) theta(alpha []float64) []float64 {
	theta := make([]float64, b.Dim())
	b.Raw(theta, b.standardised(alpha))
	return theta
}

// standardised returns V α, with the biases as they are. For a gradient by α it
// is the one by standardised coordinates.
func (b *basis) standardised(alpha []float64) []float64 {
	return b.standardise(mat.NewDense(1, len(alpha), alpha), b.K).RawRowView(0)
}

// standardise does that with each row, for k scores.
func (b *basis) standardise(alphas *mat.Dense, k int) *mat.Dense {
	d := len(b.Std)
	n, _ := alphas.Dims()
	psis := mat.NewDense(n, (d+1)*k, nil)
	for i := range n {
		if i%looksEvery(d) == 0 && b.Stopped() {
			break
		}
		alpha, psi := alphas.RawRowView(i), psis.RawRowView(i)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, b.v.RawMatrix(), columns(alpha[:b.rank*k], k), 0, columns(psi[:d*k], k))
		copy(psi[d*k:], alpha[b.rank*k:])
	}
	return psis
}

// alpha returns the α that gives the scores of θ.
func (b *basis) alpha(theta []float64) []float64 {
	psi, alpha := make([]float64, b.Dim()), make([]float64, (b.rank+1)*b.K)
	b.Standard(psi, theta)
	v, c := b.Split(psi)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, b.v.RawMatrix(), columns(v, b.K), 0, columns(alpha[:b.rank*b.K], b.K))
	copy(alpha[b.rank*b.K:], c)
	return alpha
}

// columns is a matrix of k columns.
func columns(v []float64, k int) blas64.General {
	return blas64.General{Rows: len(v) / k, Cols: k, Stride: k, Data: v}
}

// logVolume returns log|∂ψ/∂θ|², by which log|I| in the units of the features
// exceeds that of α; 0 if the features depend on each other.
func (b *basis) logVolume() float64 {
	if b.rank < len(b.Std) {
		return 0
	}
	var log float64
	for _, s := range b.Std {
		log += 2 * math.Log(s)
	}
	return log
}

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Data: v, Inc: 1} }
