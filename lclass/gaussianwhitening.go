package lclass

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
)

// A whitening is a covariance Σ = S CᵀC S ready for use: the standard
// deviations S, a root C of the correlations with its singular values and
// right singular vectors V. A direction V whose variance is no more than
// rounding can make has the singular value 0.
type whitening struct {
	std    []float64
	c      *mat.Dense // columns of norm 1, or 0 where std is; nil for no features
	v      *mat.Dense
	values []float64
	bound  []float64 // what rounding makes of each singular value
}

func (cov covariance) whitening(stop factor.Stop) (*whitening, error) {
	p := len(cov.ridge)
	w := &whitening{std: make([]float64, p)}
	if p == 0 {
		return w, nil
	}
	if w.c = triangle(cov.stack(), stop); w.c == nil {
		return nil, errNoSingularValues
	}
	noise := make([]float64, p)
	for j := range p {
		column := w.c.ColView(j).(*mat.VecDense)
		w.std[j] = mat.Norm(column, 2)
		if w.std[j] > 0 {
			noise[j] = cov.noise[j] / w.std[j]
			column.ScaleVec(1/w.std[j], column)
		}
	}
	if !w.decompose(noise, stop) {
		return nil, errNoSingularValues
	}
	return w, nil
}

var errNoSingularValues = errors.New("lclass: the singular values of a covariance cannot be found; set Shrinkage")

// decompose finds C = U diag(values) Vᵀ. It is false if it does not
// converge or has stopped.
func (w *whitening) decompose(noise []float64, stop factor.Stop) (ok bool) {
	p := len(w.std)
	w.bound = make([]float64, p)
	if w.values, w.v, ok = factor.SVD(w.c, stop); !ok {
		return false
	}
	largest := w.values[0]
	for i := range w.values {
		var rounding float64
		for j, n := range noise {
			rounding = math.Hypot(rounding, w.v.At(j, i)*n)
		}
		w.bound[i] = float64(p)*epsilon*largest + 10*rounding
		if w.values[i] <= w.bound[i] {
			w.values[i] = 0
		}
	}
	return true
}

// dependent returns the features that take part in a direction without
// variance, nil if there is none.
func (w *whitening) dependent() []int {
	var features []int
	for j := range w.std {
		for i, s := range w.values {
			if s == 0 && math.Abs(w.v.At(j, i)) > 1e-6 {
				features = append(features, j)
				break
			}
		}
	}
	return features
}

// constant returns the features without variance.
func (w *whitening) constant() []int {
	var features []int
	for j, s := range w.std {
		if s == 0 {
			features = append(features, j)
		}
	}
	return features
}

// rank returns the number of directions with variance.
func (w *whitening) rank() int {
	var rank int
	for _, s := range w.values {
		if s > 0 {
			rank++
		}
	}
	return rank
}

// solve returns Σ⁻¹δ and δᵀΣ⁻¹δ; of several solutions the least in units of the
// standard deviations. If δ points where there is no variance, it returns the
// features that take part in that direction instead.
func (w *whitening) solve(delta []float64) (x []float64, square float64, outside []int) {
	p := len(w.std)
	x = make([]float64, p)
	z, out := make([]float64, p), make([]float64, p)
	for j, s := range w.std {
		switch {
		case s > 0:
			z[j] = delta[j] / s
		case delta[j] != 0:
			outside = append(outside, j)
		}
	}
	size := floats.Norm(z, 2)
	for i, s := range w.values {
		v := mat.Col(nil, i, w.v)
		along := floats.Dot(v, z)
		if s == 0 {
			if math.Abs(along) > 10*(w.bound[i]+float64(p)*epsilon*size) {
				floats.AddScaled(out, along, v)
			}
			continue
		}
		square += along / s * (along / s)
		floats.AddScaled(x, along/s/s, v)
	}
	largest := floats.Norm(out, math.Inf(1))
	for j, v := range out {
		if largest > 0 && math.Abs(v) > 1e-6*largest {
			outside = append(outside, j)
		}
	}
	for j, s := range w.std {
		if s > 0 {
			x[j] /= s
		}
	}
	return x, square, outside
}
