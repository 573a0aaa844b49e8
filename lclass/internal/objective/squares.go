package objective

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Squares are the sums of a loss.LeastSquares over all rows by which those at any θ follow
// without a pass: with u what θ differs by from the best θ of constant scores, in the
// coordinates of centred features, the loss there is L₀ + gᵀu + ½uᵀGu, and the gradient
// g + Gu.
type Squares struct {
	Curvature []float64 // G, as of a pass with Want.Shift at Mean, of which the upper triangle counts
	Weight    float64

	gram  *mat.SymDense
	start *Sum        // at constant scores
	mean  []float64   // the scores there
	g     [][]float64 // the gradient there by each score
}

// Squares passes over the rows. It finds G once for all who have it in common.
func (s *Scaled) Squares() *Squares {
	c := s.common()
	gram := func() *Sum { return s.Pass(make([]float64, s.Dim()), Want{Shift: s.Mean}) }
	c.squares.Do(func() { c.gram, c.aboutZero = gram(), s.NoBias })
	sum := c.gram
	if c.aboutZero != s.NoBias || s.Stopped() {
		sum = gram()
	}
	q := &Squares{Curvature: sum.Curvature, Weight: sum.Weight}
	if s.Targets.Class != nil || s.Elsewhere != nil {
		return q
	}
	p := len(s.Std) + 1
	q.gram = mat.NewSymDense(p, slices.Clone(q.Curvature))
	theta := make([]float64, s.Dim())
	q.mean, _ = s.TargetMean()
	_, b := s.Split(theta)
	copy(b, q.mean)
	q.start = s.Pass(theta, Want{Gradient: true})
	gw, gb := s.Split(q.start.Gradient)
	for k := range s.K {
		g := make([]float64, p)
		for j, mean := range s.Mean {
			g[j] = gw[j*s.K+k] - mean*gb[k]
		}
		g[p-1] = gb[k]
		q.g = append(q.g, g)
	}
	return q
}

// At returns the sum of a pass at θ with Want.Gradient. Where rows have classes that are to
// be judged, or terms of the loss cancel, it takes one.
func (q *Squares) At(s *Scaled, theta []float64) *Sum {
	const epsilon, enough = 0x1p-52, 1e-12
	pass := func() *Sum { return s.Pass(theta, Want{Gradient: true}) }
	if q.gram == nil || s.Stopped() {
		return pass()
	}
	sum := newSum()
	sum.N, sum.Weight, sum.Loss, sum.Gradient = q.start.N, q.start.Weight, q.start.Loss, make([]float64, len(theta))
	w, b := s.Split(theta)
	gw, gb := s.Split(sum.Gradient)
	p := len(s.Std) + 1
	u, bent := make([]float64, p), make([]float64, p)
	var cancels float64 // bounds the terms of uᵀGu
	for k, g := range q.g {
		u[p-1] = b[k] - q.mean[k]
		for j, mean := range s.Mean {
			u[j] = w[j*s.K+k]
			u[p-1] += u[j] * mean
		}
		var size float64
		for j, v := range u {
			size += math.Abs(v) * math.Sqrt(q.gram.At(j, j))
		}
		cancels += size * size
		copy(bent, g)
		blas64.Symv(0.5, q.gram.RawSymmetric(), blas64.Vector{N: p, Data: u, Inc: 1}, 1, blas64.Vector{N: p, Data: bent, Inc: 1})
		sum.Loss += floats.Dot(bent, u)
		for j, v := range bent {
			bent[j] = 2*v - g[j]
		}
		gb[k] = bent[p-1]
		for j, mean := range s.Mean {
			gw[j*s.K+k] = bent[j] + mean*gb[k]
		}
	}
	s.holdBiases(gb)
	if !(epsilon*cancels <= enough*sum.Loss) || math.IsInf(sum.Loss, 1) {
		return pass()
	}
	return sum
}
