package solve

import (
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
)

// A constraint keeps aᵀψ as it is. The nil one allows every step.
type constraint []float64

// constrain returns the constraint in standardised coordinates that keeps aᵀθ
// as it is: aᵀψ with ∂θ/∂ψ applied to a.
func constrain(s *objective.Scaled, a []float64) constraint {
	if a == nil {
		return nil
	}
	inward := make(constraint, len(a))
	v, c := s.Split(inward)
	w, b := s.Split(a)
	copy(c, b)
	for j, std := range s.Std {
		for k := range s.K {
			v[j*s.K+k] = (w[j*s.K+k] - b[k]*s.Mean[j]) / std
		}
	}
	return inward
}

// project takes from the gradient g the part along a, which is all that is
// left of it where the loss is least under the constraint (KKT).
func (a constraint) project(g []float64) {
	if a != nil {
		kernel.Axpy(-a.multiplier(g), a, g)
	}
}

// multiplier returns the Lagrange multiplier of the constraint at its
// solution, the λ of g = λa.
func (a constraint) multiplier(g []float64) float64 {
	return kernel.Dot(a, g) / kernel.Dot(a, a)
}

// hold takes from a step H⁻¹g what changes aᵀψ, so that it solves
//
//	H·step + λa = g,  aᵀstep = 0
func (a constraint) hold(step []float64, h *objective.Hessian) {
	if a != nil {
		tangent, _ := a.tangent(h)
		kernel.Axpy(-kernel.Dot(a, step), tangent, step)
	}
}

// tangent returns H⁻¹a/(aᵀH⁻¹a), how the least of a quadratic loss moves when
// aᵀψ grows by 1, and aᵀH⁻¹a.
func (a constraint) tangent(h *objective.Hessian) (along []float64, variance float64) {
	along, _ = newtonStep(h, a)
	variance = kernel.Dot(a, along)
	for i := range along {
		along[i] /= variance
	}
	return along, variance
}
