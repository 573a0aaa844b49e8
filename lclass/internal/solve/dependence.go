package solve

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// roundings is how many times the values of a column are taken to be rounded:
// once as data, and a few times more where they are computed from other columns,
// as pounds are from kilograms.
const roundings = 8

// growth times ε√n is what rounding may make of a column while n rows are reduced
// to a triangle. Columns of a factor, whose roundings are alike, take 1.6.
const growth = 4

// dependence returns a basis, with a column each, of the combinations of
// standardised features that are 0 in all n rows to rounding; nil if the features
// are independent of each other. r is the triangle of the standardised features,
// weighted with √s, and total is Σs.
//
// Features depend on each other where errors of (8 + 4√(n/d))·ε·√(mean² + std²),
// in each feature its own, can make them exactly dependent. A feature that is far
// from 0 beside its deviation may so be lost in others, while the small but true
// differences between features about 0 are kept.
func dependence(r *mat.Dense, mean, std []float64, n int, total float64) (*mat.Dense, error) {
	d := len(mean)
	known := make([]float64, d) // √(1 + mean²/std²): how well, as far as rounding goes
	even := mat.DenseCopyOf(r)
	for j := range d {
		known[j] = 1
		if std[j] > 0 && !math.IsInf(std[j], 1) {
			known[j] = math.Hypot(1, mean[j]/std[j])
		}
		for i := range j + 1 {
			even.Set(i, j, r.At(i, j)/known[j]/math.Sqrt(total))
		}
	}
	var svd mat.SVD
	if !svd.Factorize(even, mat.SVDFullV) {
		return nil, fmt.Errorf("%w: the singular values of the features cannot be found", ErrDiverged)
	}
	tolerance := epsilon * (roundings*math.Sqrt(float64(d)) + growth*math.Sqrt(float64(n)))
	var rank int
	for _, s := range svd.Values(nil) {
		if s > tolerance {
			rank++
		}
	}
	if rank == d {
		return nil, nil
	}
	var v mat.Dense
	svd.VTo(&v)
	null := mat.DenseCopyOf(v.Slice(0, d, rank, d))
	for j, k := range known {
		for c := range d - rank {
			null.Set(j, c, null.At(j, c)/k)
		}
	}
	return null, nil
}

// split returns orthonormal columns of which as many as null has span what the
// columns of null do, and the others what is at right angles to that.
func split(null *mat.Dense) (along, across *mat.Dense) {
	d, m := null.Dims()
	for c := range m {
		column := null.ColView(c).(*mat.VecDense)
		column.ScaleVec(1/mat.Norm(column, math.Inf(1)), column)
	}
	var qr mat.QR
	qr.Factorize(null)
	var q mat.Dense
	qr.QTo(&q)
	along = mat.DenseCopyOf(q.Slice(0, d, 0, m))
	if m < d {
		across = mat.DenseCopyOf(q.Slice(0, d, m, d))
	}
	return along, across
}
