package solve

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/objective"
)

// Sandwich returns M of the covariance
//
//	MᵀM = A⁻¹BA⁻¹,  B = Σ rᵢ²gᵢgᵢᵀ,
//
// with the information A at θ and the gradients gᵢ of ℓ for each row (Huber
// 1967, White 1980). The loss need not be a likelihood for that.
func (f *Information) Sandwich(o *objective.Objective, theta, r []float64) (*mat.Dense, error) {
	n, d := o.X.Dims()
	p, _ := f.Half.Dims()
	block := max(16, min(256, 1<<27/(p*p))) // rows whose products take little time
	k := len(f.kept)
	w, b := o.Split(theta)
	residual, l := make([]float64, n*o.K), make([]float64, n)
	o.Scores(residual, 0, n, w, b)
	o.Loss.Residuals(l, residual, residual, o.K, o.Targets)

	middle := mat.NewSymDense(p, nil)
	x := make([]float64, d+1)
	if !o.NoBias {
		x[d] = 1
	}
	for lo := 0; lo < n; lo += block {
		if o.Stopped() {
			return nil, ErrStopped
		}
		hi := min(lo+block, n)
		g := mat.NewDense(hi-lo, p, nil)
		for i := lo; i < hi; i++ {
			o.X.Row(x[:d], i)
			for j := range d {
				x[j] = (x[j] - f.mean[j]) / f.std[j]
			}
			row := g.RawRowView(i - lo)
			for a, score := range f.kept {
				slope := r[i] * residual[i*o.K+score]
				for j, v := range x {
					row[j*k+a] = slope * v
				}
			}
		}
		var white mat.Dense
		white.Mul(g, f.white.T())
		middle.SymRankK(middle, 1, white.T())
	}
	if !finite(mat.Trace(middle)) {
		return nil, ErrDiverged
	}
	values, q, ok := factor.Eigen(middle, o.Stop)
	if !ok {
		return nil, ErrDiverged
	}
	for j, v := range values {
		root := math.Sqrt(max(0, v))
		for i := range p {
			q.Set(i, j, root*q.At(i, j))
		}
	}
	half := factor.Product(q.T(), f.Half, o.Stop)
	if half == nil {
		return nil, ErrStopped
	}
	return half, nil
}
