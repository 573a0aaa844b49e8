package solve

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/objective"
)

// roundings is how many times the values of a column are taken to be rounded:
// once as data, and a few times more where they are computed from other columns,
// as pounds are from kilograms.
const roundings = 8

// growth times ε√n is what rounding may make of a column while n rows are reduced
// to a triangle. Columns of a factor, whose roundings are alike, take 1.6.
const growth = 4

// certainly is how many times the least singular value of independent features an estimate
// is that needs no singular values. Estimates are seldom off by more than 10.
const certainly = 1000

// dependence returns a basis, with a column each, of the combinations of
// standardised features that are 0 in all n rows to rounding; nil if the features
// are independent of each other. r is the triangle of the standardised features,
// weighted with √s, and total is Σs.
//
// Features depend on each other where errors of ε·(8·√(mean² + std²) + 4·√(n/d)·std),
// in each feature its own, can make them exactly dependent. A feature that is far
// from 0 beside its deviation may so be lost in others, while the small but true
// differences between features about 0 are kept.
func dependence(r *mat.Dense, mean, std []float64, n int, total float64, stop factor.Stop) (*mat.Dense, error) {
	d := len(mean)
	if math.IsNaN(mat.Sum(r)) {
		return nil, errUnits
	}
	size := make([]float64, d) // of the error of each column, in units of ε√Σs
	even := mat.DenseCopyOf(r)
	for j := range d {
		size[j] = 1
		if std[j] > 0 && !math.IsInf(std[j], 1) {
			size[j] = math.Hypot(1, mean[j]/std[j])
		}
		size[j] = roundings*size[j] + growth*math.Sqrt(float64(n)/float64(d))
		for i := range j + 1 {
			even.Set(i, j, r.At(i, j)/size[j]/math.Sqrt(total))
		}
	}
	least := math.Sqrt(float64(d)) * epsilon // singular value of independent features
	if factor.LeastSingular(even) > certainly*least {
		return nil, nil
	}
	values, v, ok := factor.SVD(even, stop)
	if !ok {
		return nil, fmt.Errorf("%w: the singular values of the features cannot be found", ErrDiverged)
	}
	var rank int
	for _, s := range values {
		if s > least {
			rank++
		}
	}
	if rank == d {
		return nil, nil
	}
	null := mat.DenseCopyOf(v.Slice(0, d, rank, d))
	for j, e := range size {
		for c := range d - rank {
			null.Set(j, c, null.At(j, c)/e)
		}
	}
	return null, nil
}

// split returns orthonormal columns of which as many as null has span what the
// columns of null do, and the others, nil if there are none, what is at right angles to
// that. It is an error if it has stopped.
func split(null *mat.Dense, stop factor.Stop) (along, across *mat.Dense, err error) {
	d, m := null.Dims()
	for c := range m {
		column := null.ColView(c).(*mat.VecDense)
		column.ScaleVec(1/mat.Norm(column, math.Inf(1)), column)
	}
	q := factor.Orthonormal(null, stop)
	if q == nil {
		return nil, nil, ErrStopped
	}
	along = mat.DenseCopyOf(q.Slice(0, d, 0, m))
	if m < d {
		across = mat.DenseCopyOf(q.Slice(0, d, m, d))
	}
	return along, across, nil
}

const leastOfAll = "of all equal solutions this is the least in units of standard deviations"

// dependenceNote says that the features have the given rank.
func dependenceNote(o *objective.Objective, rank int) string {
	d := o.Features()
	if o.NoBias {
		return fmt.Sprintf("the features are linearly dependent (rank %d of %d); %s", rank, d, leastOfAll)
	}
	return fmt.Sprintf("the features are linearly dependent (rank %d with the bias, of %d); %s", rank+1, d+1, leastOfAll)
}

// singularNote says why second derivatives, which have half the digits of the
// features, have a rank below d+1: because of the features, unless these are
// independent.
func singularNote(s *objective.Scaled, rank int) string {
	d := len(s.Std)
	if s.Elsewhere != nil {
		return dependenceNote(s.Objective, rank-1)
	}
	q := newDesign(s.Objective, s.Weight)
	null, err := dependence(q.r, s.Means(q.mean), q.std, s.Samples(), q.total, s.Stop)
	if err == nil && null == nil {
		if s.NoBias {
			rank, d = rank-1, d-1
		}
		return fmt.Sprintf("the second derivatives have rank %d of %d to rounding, though the features are not linearly dependent; %s", rank, d+1, leastOfAll)
	}
	if err == nil {
		_, m := null.Dims()
		rank = d + 1 - m
	}
	return dependenceNote(s.Objective, rank-1)
}
