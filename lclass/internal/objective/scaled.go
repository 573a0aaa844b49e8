package objective

import (
	"math"

	"linclass/lclass/internal/rows"
)

// Scaled is an objective in the coordinates of standardised features: for
// ψ = (V, c) the scores are V x̃ + c with x̃ = (x − mean)/std. Its minimum is
// that of the objective itself, penalty included, but its curvature is even,
// so that solvers converge whatever the units of the features. No data are
// copied.
//
// The deviation of a constant feature is taken to be infinite, which makes its
// x̃, its gradient and its weight exactly 0: the bias does what it could do.
type Scaled struct {
	*Objective
	Mean, Std []float64
}

// Scale returns the objective in standardised coordinates. A deviation beyond
// the range of float64 becomes NaN, and so does all that is computed with it.
func Scale(o *Objective) *Scaled {
	mean, std := rows.Moments(o.X, o.Weight)
	for j, s := range std {
		switch {
		case s == 0:
			std[j] = math.Inf(1)
		case math.IsInf(s, 1):
			std[j] = math.NaN()
		}
	}
	return &Scaled{Objective: o, Mean: mean, Std: std}
}

// Raw sets theta to the parameters in the units of the features:
// W = V/std, b = c − W·mean.
func (s *Scaled) Raw(theta, psi []float64) {
	v, c := s.Split(psi)
	w, b := s.Split(theta)
	copy(b, c)
	for j, std := range s.Std {
		for k := range s.K {
			at := j*s.K + k
			w[at] = v[at] / std
			b[k] -= w[at] * s.Mean[j]
		}
	}
}

// Gradient sets g to ∂L/∂ψ, given the sum of a pass at theta.
func (s *Scaled) Gradient(g []float64, sum *Sum, theta []float64) {
	gv, gc := s.Split(g)
	gw, gb := s.Split(sum.Gradient)
	w, _ := s.Split(theta)
	for k := range gc {
		gc[k] = gb[k] / sum.Weight
	}
	for j, std := range s.Std {
		for k := range s.K {
			at := j*s.K + k
			gv[at] = (gw[at]/sum.Weight - gc[k]*s.Mean[j] + s.Lambda*w[at]) / std
		}
	}
}

// Hessian turns a Gram matrix about Mean, with total weight, into the
// symmetric (d+1)×(d+1) matrix (1/Σs) Σ s c φ̃φ̃ᵀ + λ diag(1/std², 0) of the
// standardised features, in place.
func (s *Scaled) Hessian(gram []float64, total float64) {
	s.standardise(gram, total)
	p := len(s.Std) + 1
	for j, std := range s.Std {
		gram[j*p+j] += s.Lambda / std / std
	}
}

// Correlations returns the (d+1)×(d+1) matrix (1/Σs) Σ s φ̃φ̃ᵀ: the
// correlations of the features, bordered by 0 and a 1 for the bias.
func (s *Scaled) Correlations() []float64 { return s.gram(s.Weight) }

// gram returns (1/Σs) Σ cᵢ φ̃φ̃ᵀ, (d+1)×(d+1).
func (s *Scaled) gram(c []float64) []float64 {
	n, d := s.X.Dims()
	sums := s.chunks(n, (d+1)*(d+1), func(lo, hi int) *Sum {
		sum := &Sum{Gram: make([]float64, (d+1)*(d+1))}
		s.X.AddGram(sum.Gram, lo, hi, c[lo:hi], s.Mean)
		return sum
	})
	gram := merge(sums).Gram
	s.standardise(gram, s.TotalWeight())
	return gram
}

func (s *Scaled) standardise(gram []float64, total float64) {
	d := len(s.Std)
	p := d + 1
	for i := range p {
		for j := i; j < p; j++ {
			v := gram[i*p+j] / total
			if i < d {
				v /= s.Std[i]
			}
			if j < d {
				v /= s.Std[j]
			}
			gram[i*p+j], gram[j*p+i] = v, v
		}
	}
}

// FullHessian returns ∂²L/∂ψ² at theta without the penalty, for loss.Logistic
// and loss.Softmax: the blocks (1/Σs) Σ s (y_a δ − y_a y_b) φ̃φ̃ᵀ of the classes.
// As softmax does not feel the same vector added to all classes, its blocks
// have that direction filled up with (1/Σs) Σ s φ̃φ̃ᵀ/k.
func (s *Scaled) FullHessian(theta []float64) []float64 {
	n, d := s.X.Dims()
	k, p := s.K, d+1
	z, l := make([]float64, n*k), make([]float64, n)
	w, b := s.Split(theta)
	s.X.Scores(z, 0, n, k, w, b)
	r := z
	s.Loss.Residuals(l, r, z, k, s.Targets)
	h := make([]float64, p*k*p*k)
	c := make([]float64, n)
	for first := range k {
		for second := first; second < k; second++ {
			for i := range c {
				c[i] = s.Weight[i] * s.curvature(r[i*k:(i+1)*k], s.Targets.Class[i], first, second)
			}
			gram := s.gram(c)
			for i := range p {
				for j := range p {
					h[(i*k+first)*p*k+j*k+second] = gram[i*p+j]
					h[(i*k+second)*p*k+j*k+first] = gram[i*p+j]
				}
			}
		}
	}
	return h
}

// curvature returns ∂²ℓ/∂z_a∂z_b of a row from its residuals r = y − t, of which
// those of the class are as exact as the others.
func (s *Scaled) curvature(r []float64, class, a, b int) float64 {
	if s.K == 1 {
		u := math.Abs(r[0])
		return u * (1 - u)
	}
	fill := 1 / float64(s.K)
	switch {
	case a == b && a == class:
		return -r[a]*(1+r[a]) + fill
	case a == b:
		return r[a]*(1-r[a]) + fill
	case a == class:
		return -(1+r[a])*r[b] + fill
	case b == class:
		return -r[a]*(1+r[b]) + fill
	}
	return -r[a]*r[b] + fill
}
