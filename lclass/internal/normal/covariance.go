// Package normal has the covariances of normal densities, by their roots: Σ itself would
// lose half of the digits.
package normal

import (
	"errors"
	"linclass/lclass/internal/factor"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Covariance is Σ = AᵀA + diag(ridge)² over p features. Its root A is kept,
// and never Σ itself, which would lose half of the digits.
type Covariance struct {
	Root  *mat.Dense // nil for Σ = diag(ridge)²
	Ridge []float64
	Noise []float64 // the deviation that rounding makes, of the features and of n samples added up
}

const epsilon = 0x1p-52

// Mix returns Σ wᵢ Σᵢ.
func Mix(weight []float64, parts []Covariance, stop factor.Stop) Covariance {
	p := len(parts[0].Ridge)
	sum := Covariance{Ridge: make([]float64, p), Noise: make([]float64, p)}
	var stack []float64
	for i, part := range parts {
		w := math.Sqrt(weight[i])
		for j := range p {
			sum.Ridge[j] = math.Hypot(sum.Ridge[j], w*part.Ridge[j])
			sum.Noise[j] = math.Hypot(sum.Noise[j], w*part.Noise[j])
		}
		if part.Root == nil || w == 0 {
			continue
		}
		for _, v := range part.Root.RawMatrix().Data {
			stack = append(stack, w*v)
		}
	}
	if stack != nil {
		sum.Root = Triangle(mat.NewDense(len(stack)/p, p, stack), stop)
	}
	return sum
}

// Triangle returns a matrix with the same AᵀA: the triangle R of its QR
// decomposition if A has more rows than columns, and A itself otherwise. It is nil if
// it has stopped.
func Triangle(a *mat.Dense, stop factor.Stop) *mat.Dense {
	n, p := a.Dims()
	if n <= p {
		return a
	}
	return factor.Triangle(a, stop)
}

// stack returns A with the rows of diag(ridge) below it.
func (cov Covariance) stack() *mat.Dense {
	p := len(cov.Ridge)
	var rows []float64
	if cov.Root != nil {
		rows = append(rows, cov.Root.RawMatrix().Data...)
	}
	for j, r := range cov.Ridge {
		row := make([]float64, p)
		row[j] = r
		if r > 0 || rows == nil {
			rows = append(rows, row...)
		}
	}
	return mat.NewDense(len(rows)/p, p, rows)
}

// LedoitWolf returns the ratio for a class of n samples; fourth is the mean of
// ‖zᵢ‖⁴. Features without variance take no part.
func (cov Covariance) LedoitWolf(std []float64, fourth, n float64, stop factor.Stop) float64 {
	z := mat.DenseCopyOf(cov.Root)
	var varying float64
	for j, s := range std {
		if s == 0 {
			continue
		}
		varying++
		for i := range z.RawMatrix().Rows {
			z.Set(i, j, z.At(i, j)/s)
		}
	}
	c := factor.Product(z.T(), z, stop)
	if c == nil {
		return 0
	}
	var square float64
	for _, v := range c.RawMatrix().Data {
		square += v * v
	}
	b, d := (fourth-square)/n, square-varying
	if b <= 0 || d <= 0 {
		return 0
	}
	return min(1, b/d)
}

// A Whitening is a covariance Σ = S CᵀC S ready for use: the standard
// deviations S, a root C of the correlations with its singular values and
// right singular vectors V. A direction V whose variance is no more than
// rounding can make has the singular value 0.
type Whitening struct {
	Std    []float64
	C      *mat.Dense // columns of norm 1, or 0 where std is; nil for no features
	v      *mat.Dense
	values []float64
	bound  []float64 // what rounding makes of each singular value
}

func (cov Covariance) Whiten(stop factor.Stop) (*Whitening, error) {
	p := len(cov.Ridge)
	w := &Whitening{Std: make([]float64, p)}
	if p == 0 {
		return w, nil
	}
	if w.C = Triangle(cov.stack(), stop); w.C == nil {
		return nil, errNoSingularValues
	}
	noise := make([]float64, p)
	for j := range p {
		column := w.C.ColView(j).(*mat.VecDense)
		w.Std[j] = mat.Norm(column, 2)
		if w.Std[j] > 0 {
			noise[j] = cov.Noise[j] / w.Std[j]
			column.ScaleVec(1/w.Std[j], column)
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
func (w *Whitening) decompose(noise []float64, stop factor.Stop) (ok bool) {
	p := len(w.Std)
	w.bound = make([]float64, p)
	if w.values, w.v, ok = factor.SVD(w.C, stop); !ok {
		return false
	}
	rounding := make([]float64, p)
	for j, n := range noise {
		for i, v := range w.v.RawRowView(j) {
			rounding[i] = math.Hypot(rounding[i], v*n)
		}
	}
	largest := w.values[0]
	for i := range w.values {
		w.bound[i] = float64(p)*epsilon*largest + 10*rounding[i]
		if w.values[i] <= w.bound[i] {
			w.values[i] = 0
		}
	}
	return true
}

// Dependent returns the features that take part in a direction without
// variance, nil if there is none.
func (w *Whitening) Dependent() []int {
	var features []int
	for j := range w.Std {
		for i, s := range w.values {
			if s == 0 && math.Abs(w.v.At(j, i)) > 1e-6 {
				features = append(features, j)
				break
			}
		}
	}
	return features
}

// Constant returns the features without variance.
func (w *Whitening) Constant() []int {
	var features []int
	for j, s := range w.Std {
		if s == 0 {
			features = append(features, j)
		}
	}
	return features
}

// Rank returns the number of directions with variance.
func (w *Whitening) Rank() int {
	var rank int
	for _, s := range w.values {
		if s > 0 {
			rank++
		}
	}
	return rank
}

// Solve returns Σ⁻¹δ and δᵀΣ⁻¹δ; of several solutions the least in units of the
// standard deviations. If δ points where there is no variance, it returns the
// features that take part in that direction instead.
func (w *Whitening) Solve(delta []float64) (x []float64, square float64, outside []int) {
	p := len(w.Std)
	x = make([]float64, p)
	z, out := make([]float64, p), make([]float64, p)
	for j, s := range w.Std {
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
	for j, s := range w.Std {
		if s > 0 {
			x[j] /= s
		}
	}
	return x, square, outside
}
