package solve

import (
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// separated ends the fit with a direction in standardised coordinates.
func (it *Iterate) separated(s *objective.Scaled, along []float64) {
	it.End, it.Note, it.Direction = Separated, separatedNote, make([]float64, len(along))
	s.Raw(it.Direction, along)
}

// settle ends the fit at ψ, where the stop rule is met: it has converged,
// unless the classes are separated but for the rows on the boundary.
func (it *Iterate) settle(s *objective.Scaled, psi []float64, separable bool, note string) {
	if separable {
		if along := recession(s, psi); along != nil {
			it.separated(s, along)
			return
		}
	}
	it.End, it.Note = Converged, note
}

// parts tells whether every row that counts is on its side at ψ: the classes
// are completely separated, and along ψ itself the loss falls for ever.
// Centred features leave no doubt about rows close to the boundary.
func parts(s *objective.Scaled, psi []float64) bool {
	for margin := range margins(s, psi) {
		if margin[0] <= 0 {
			return false
		}
	}
	return true
}

// recession looks, where a solver has converged at ψ, for a direction along
// which no margin shrinks and some grow, so that the loss falls for ever:
// quasi-complete separation, with some rows on the boundary for good.
//
// The signs tᵢ, features and residuals uᵢ = |yᵢ − tᵢ| of a gradient that is 0
// are the proof that there is none (Stiemke's lemma: Σ uᵢtᵢφᵢ = 0 with all
// uᵢ > 0). A Newton step changes uᵢ to first order by the factor 1 − ∆mᵢ with
// ∆mᵢ the change of the margin. So if all |∆mᵢ| < 1 the proof can be
// completed, and there is a minimum; and if the classes are separated some
// ∆mᵢ ≥ 1 at every step, while the rows on the boundary come to rest. Margins
// know nothing of the units of features and weights.
func recession(s *objective.Scaled, psi []float64) []float64 {
	const (
		mostSteps = 30 // e⁻³⁰ beside 1 is close to the rounding of a solve
		moving    = 0.5
		settled   = 1e-8
	)
	if !provable(s.Objective) {
		return nil
	}
	psi = slices.Clone(psi)
	theta, g := make([]float64, len(psi)), make([]float64, len(psi))
	for range mostSteps {
		s.Raw(theta, psi)
		sum := s.Pass(theta, objective.Want{Gradient: true, Shift: s.Mean})
		s.Gradient(g, sum, theta)
		s.Hessian(sum.Gram, sum.Weight)
		step, _ := solveSymmetric(sum.Gram, g, s.K)
		for i := range step {
			step[i] = -step[i]
		}
		var grows, shrinks bool
		for margin := range margins(s, psi, step) {
			// A row far from the boundary moves with the rounding of the rest.
			far := max(1, margin[0]/50)
			grows = grows || margin[1] > moving*far
			shrinks = shrinks || margin[1] < -settled*far
		}
		switch {
		case !grows:
			return nil
		case !shrinks:
			return step
		}
		kernel.Axpy(1, step, psi)
	}
	return nil
}

// provable tells whether recession can be asked: for a loss with one
// curvature a row and features few enough for Gram matrices.
func provable(o *objective.Objective) bool {
	_, curved := o.Loss.(loss.Curved)
	_, d := o.X.Dims()
	return curved && d <= 1000
}

// askNewton looks again where a long step of another solver may have carried
// rows so far from the boundary, to margins where e⁻ᵐ is nothing beside 1, that
// recession no longer sees them. Newton goes there by small steps.
func (it *Iterate) askNewton(o *objective.Objective, sum *objective.Sum, separable bool) {
	const far = 30
	if it.End != Converged || !separable || sum.Largest < far || !provable(o) {
		return
	}
	for step, err := range Newton(o, NewtonSettings{MaxIter: 100, Tol: 1e-10, Separable: true}) {
		if err == nil && step.End == Separated {
			it.End, it.Note, it.Direction = step.End, step.Note, step.Direction
		}
	}
}

// margins iterates over the rows that count with their margins at each of
// several ψ, for a loss with one score.
func margins(s *objective.Scaled, psis ...[]float64) func(yield func([]float64) bool) {
	return func(yield func([]float64) bool) {
		n, d := s.X.Dims()
		x, z, margin := make([]float64, d), make([]float64, s.K), make([]float64, len(psis))
		for i := range n {
			if s.Weight[i] == 0 {
				continue
			}
			s.X.Row(x, i)
			for j := range x {
				x[j] = (x[j] - s.Mean[j]) / s.Std[j]
			}
			for a, psi := range psis {
				v, c := s.Split(psi)
				copy(z, c)
				for j, xj := range x {
					kernel.Axpy(xj, v[j*s.K:(j+1)*s.K], z)
				}
				margin[a] = loss.Margin(z, s.Targets.Class[i])
			}
			if !yield(margin) {
				return
			}
		}
	}
}

const separatedNote = "a hyperplane parts the classes, so the likelihood has no maximum and the weights grow for ever; add a penalty such as L2(1e-3), or leave out the feature that gives the answer away"
