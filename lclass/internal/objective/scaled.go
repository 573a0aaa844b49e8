package objective

import (
	"math"

	"linclass/lclass/internal/rows"
	"linclass/lclass/shard"
)

// Scaled is an objective in the coordinates of standardised features: for
// ψ = (V, c) the scores are V x̃ + c with x̃ = (x − mean)/std. Its minimum is
// that of the objective itself, penalty included, but its curvature is even,
// so that solvers converge whatever the units of the features. No data are
// copied.
//
// The deviation of a constant feature is taken to be infinite, which makes its
// x̃, its gradient and its weight exactly 0: the bias does what it could do.
//
// Without biases the mean is 0 and the deviation that from 0. The biases are then
// features that are 0, with a curvature of 1.
type Scaled struct {
	*Objective
	Mean, Std []float64
	maxAbs    []float64 // nil before it is known
	reach     float64   // 0 before it is known
}

// Scale returns the objective in standardised coordinates. A deviation beyond
// the range of float64 becomes NaN, and so does all that is computed with it.
func Scale(o *Objective) *Scaled {
	mean, std := o.Moments()
	return scaled(o, mean, std)
}

// ScaleAbout is Scale with the moments of a sixteenth of the rows if there are
// many, for solvers that any coordinates will do as long as the curvature is about
// even. It takes all rows where a feature is constant in the part, or reaches so
// far beyond it that the part says little.
func ScaleAbout(o *Objective) *Scaled {
	const farthest = 100 // deviations
	mean, std := rows.PartMoments(o.Samples(), o.addUp)
	if mean == nil {
		return Scale(o)
	}
	mean, std = o.about(mean, std)
	low, high := o.Range()
	for j, s := range std {
		if !(s > 0 && high[j]-low[j] <= farthest*s) {
			return Scale(o)
		}
	}
	return scaled(o, mean, std)
}

func scaled(o *Objective, mean, std []float64) *Scaled {
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

// Varies reports whether the number is that of a feature that is not constant.
func (s *Scaled) Varies(feature int) bool {
	return feature < len(s.Std) && !math.IsInf(s.Std[feature], 1)
}

// MaxAbs returns the largest |x̃| of each feature, in rows that count or not. It is
// not to be changed.
func (s *Scaled) MaxAbs() []float64 {
	if s.maxAbs == nil {
		low, high := s.Range()
		s.maxAbs = make([]float64, len(s.Std))
		for j, std := range s.Std {
			s.maxAbs[j] = max(high[j]-s.Mean[j], s.Mean[j]-low[j]) / std
		}
	}
	return s.maxAbs
}

// Reach bounds ‖x − mean‖ of all rows, in the units of the features. Constant features do not
// count.
func (s *Scaled) Reach() float64 {
	if s.reach == 0 {
		var most float64
		for j, r := range s.MaxAbs() {
			if r *= s.Std[j]; r > 0 { // NaN of a constant feature
				most = math.Hypot(most, r)
			}
		}
		s.reach = most
	}
	return s.reach
}

// Resume takes over what another objective over the same rows has found of its features.
func (s *Scaled) Resume(of *Scaled) { s.maxAbs, s.reach = of.maxAbs, of.reach }

// Raw sets theta to the parameters in the units of the features:
// W = V/std, b = c − W·mean, or 0 where there are no biases.
func (s *Scaled) Raw(theta, psi []float64) {
	v, c := s.Split(psi)
	w, b := s.Split(theta)
	copy(b, c)
	for j, std := range s.Std {
		for k := range s.K {
			at := j*s.K + k
			if v[at] == 0 {
				w[at] = 0 // of many features most are
				continue
			}
			w[at] = v[at] / std
			b[k] -= w[at] * s.Mean[j]
		}
	}
	s.holdBiases(b)
}

// Standard sets psi to the parameters in standardised coordinates that give
// the scores of theta, but for constant features, whose share goes to the bias.
func (s *Scaled) Standard(psi, theta []float64) {
	v, c := s.Split(psi)
	w, b := s.Split(theta)
	copy(c, b)
	for j, std := range s.Std {
		for k := range s.K {
			at := j*s.K + k
			c[k] += w[at] * s.Mean[j]
			v[at] = 0
			if !math.IsInf(std, 1) {
				v[at] = w[at] * std
			}
		}
	}
}

// Gradient sets g to ∂L/∂ψ without the part of ‖W‖₁, given the sum of a pass at theta.
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
			gv[at] = (gw[at]/sum.Weight - gc[k]*s.Mean[j] + s.L2Of(j)*w[at]) / std
		}
	}
}

// CornerSlopes returns λ₁/std for each weight and 0 for each bias: what |v| has
// in place of λ₁.
func (s *Scaled) CornerSlopes() []float64 {
	l1 := make([]float64, s.Dim())
	for j, std := range s.Std {
		for k := range s.K {
			l1[j*s.K+k] = s.L1Of(j) / std
		}
	}
	return l1
}

// Bounds returns those of each v, nil for none. That of a constant feature is infinite.
func (s *Scaled) Bounds() (low, high []float64) {
	if s.Lower == nil {
		return nil, nil
	}
	low, high = make([]float64, s.Dim()), make([]float64, s.Dim())
	for i := range low {
		low[i], high[i] = math.Inf(-1), math.Inf(1)
		if j := i / s.K; j < len(s.Std) && !math.IsInf(s.Std[j], 1) {
			low[i], high[i] = s.Lower[j]*s.Std[j], s.Upper[j]*s.Std[j]
		}
	}
	return low, high
}

// Correlations returns the (d+1)×(d+1) matrix (1/Σs) Σ s φ̃φ̃ᵀ, bordered by 0
// and a 1 for the bias: the correlations of the features, estimated from about
// most rows, evenly spread, if there are more. It is not to be changed.
func (s *Scaled) Correlations(most int) []float64 {
	c := s.common()
	if !c.Lasting {
		return s.correlate(most)
	}
	c.products.Do(func() { c.correlations, c.most, c.noBias = s.correlate(most), most, s.NoBias })
	if c.most != most || c.noBias != s.NoBias {
		return s.correlate(most)
	}
	return c.correlations
}

func (s *Scaled) correlate(most int) []float64 {
	sum := s.ask(shard.Query{Kind: shard.Products, Centre: s.Mean, Skip: max(1, s.Samples()/max(most, stretch))})
	if sum.Weight == 0 {
		sum = s.ask(shard.Query{Kind: shard.Products, Centre: s.Mean, Skip: 1})
	}
	s.standardise(sum.Curvature, sum.Weight, true)
	return sum.Curvature
}

// Factors returns two matrices whose Kronecker product is near ∂²L/∂ψ² at θ,
// penalty apart: the (d+1)×(d+1) mean of c φ̃φ̃ᵀ with the mean c of ∂²ℓ/∂z_a² over
// the scores, estimated from about most rows, and the k×k mean of ∂²ℓ/∂z_a∂z_b
// beside that of c, of which the trace is k. For lack of curvature they are NaN.
func (s *Scaled) Factors(theta []float64, most int) (features, scores []float64) {
	sum := s.ask(shard.Query{Kind: shard.Factors, Theta: theta, Centre: s.Mean, Share: float64(most) / float64(s.Samples())})
	s.standardise(sum.Curvature, sum.Weight, true)
	var trace float64
	for a := range s.K {
		trace += sum.Scores[a*s.K+a]
	}
	for i := range sum.Scores {
		sum.Scores[i] *= float64(s.K) / trace
	}
	return sum.Curvature, sum.Scores
}

// standardise turns a sum of products into their mean in standardised coordinates, of
// one score with itself or with another.
func (s *Scaled) standardise(gram []float64, total float64, own bool) {
	d := len(s.Std)
	p := d + 1
	if s.NoBias {
		for j := range p {
			gram[j*p+d] = 0
		}
		if own {
			gram[p*p-1] = total
		}
	}
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
