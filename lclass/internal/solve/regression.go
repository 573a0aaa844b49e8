package solve

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// A regression is weighted least squares on the features and a bias,
// Σ wᵢ(rᵢ − δ·φᵢ)² with φ = (x, 1), by a QR decomposition that keeps the digits
// of features that almost depend on each other. With the weights and residuals
// of working, δ is Newton's step.
type regression struct {
	x         rows.Rows
	weight    []float64
	total     float64
	reduced   reduced
	mean, std []float64
}

func regress(x rows.Rows, weight, target []float64) *regression {
	o := &objective.Objective{X: x, K: 1, Weight: weight, Targets: loss.Targets{Value: target}}
	r := &regression{x: x, weight: weight, total: o.TotalWeight()}
	r.mean, r.std = rows.Moments(x, weight)
	r.reduced = triangle(o, r.mean, r.std)
	return r
}

// check tells whether each feature has a finite deviation that is not 0, and
// none is, to rounding, a combination of those before it. Features whose mean
// is many deviations from 0 have lost digits before they came here.
func (r *regression) check() error {
	digits := 1.0
	for j, s := range r.std {
		if s == 0 {
			return DependentError(j)
		}
		if !finite(s) {
			return errUnits
		}
		digits = max(digits, 1+math.Abs(r.mean[j])/s)
	}
	d := len(r.std)
	for j := range d {
		var square float64
		for i := range j + 1 {
			square += r.reduced.r.At(i, j) * r.reduced.r.At(i, j)
		}
		if math.Abs(r.reduced.r.At(j, j)) <= 16*float64(d)*epsilon*digits*math.Sqrt(square) {
			return DependentError(j)
		}
	}
	return nil
}

// leverages returns the diagonal of the hat matrix √w φᵀ (Σwφφᵀ)⁻¹ φ √w.
func (r *regression) leverages() []float64 {
	n, d := r.x.Dims()
	h, x := make([]float64, n), make([]float64, d)
	upper := upper(r.reduced.r).RawTriangular()
	for i := range h {
		r.x.Row(x, i)
		for j := range x {
			x[j] = (x[j] - r.mean[j]) / r.std[j]
		}
		blas64.Trsv(blas.Trans, upper, blas64.Vector{N: d, Data: x, Inc: 1})
		h[i] = r.weight[i] * (1/r.total + kernel.Dot(x, x))
	}
	return h
}

// white returns M of (Σwφφᵀ)⁻¹ = MᵀM in standardised coordinates. The error of
// Solve only warns of a large condition number.
func (r *regression) white() *mat.Dense {
	d := len(r.mean)
	m := mat.NewDense(d+1, d+1, nil)
	solved := m.Slice(0, d, 0, d).(*mat.Dense)
	_ = solved.Solve(upper(r.reduced.r).T(), mat.NewDiagDense(d, slices.Repeat([]float64{1}, d)))
	m.Set(d, d, 1/math.Sqrt(r.total))
	return m
}

// root returns M of (Σwφφᵀ)⁻¹ = MᵀM.
func (r *regression) root() *mat.Dense { return inUnits(r.white(), r.mean, r.std, 1) }

// logDeterminant returns log|Σwφφᵀ|.
func (r *regression) logDeterminant() float64 {
	log := math.Log(r.total)
	for j, s := range r.std {
		log += 2 * math.Log(math.Abs(r.reduced.r.At(j, j))*s)
	}
	return log
}

// distance returns √(δᵀ Σwφφᵀ δ).
func (r *regression) distance() float64 {
	return math.Hypot(r.reduced.mean[0]*math.Sqrt(r.total), mat.Norm(r.reduced.q, 2))
}
