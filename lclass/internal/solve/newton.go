package solve

import (
	"fmt"
	"math"
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// NewtonSettings are the limits of Newton.
type NewtonSettings struct {
	Start     []float64 // θ, nil for 0
	MaxIter   int
	Tol       float64   // for the bound on what is left to gain, relative to it, and for the gradient, relative to the root of the loss of constant scores
	Separable bool      // whether separated classes leave the loss without a minimum
	Along     []float64 // a of a constraint: aᵀθ stays what it is at Start; nil for none
	Inner     bool      // whether another solver proves the end, so that the decrement will do here
}

// Newton steps by ψ ← ψ − H⁻¹g in standardised coordinates, with the step
// halved while it does not lower the loss enough (Armijo). The loss must be a
// loss.Curved. Under a constraint the gradient is that part of it that the
// constraint leaves free.
func Newton(o *objective.Objective, set NewtonSettings) Seq {
	return func(yield func(Iterate, error) bool) {
		s := objective.ScaleAbout(o)
		if set.Along == nil && ifFar(yield, s, set.Start, func(o *objective.Objective, from []float64) Seq {
			set := set
			set.Start = from
			return Newton(o, set)
		}) {
			return
		}
		want := objective.Want{Gradient: true, Shift: s.Mean}
		n := o.Dim()
		psi, theta, g := make([]float64, n), make([]float64, n), make([]float64, n)
		trial := make([]float64, n)
		along := constrain(s, set.Along)
		var note string
		var proved bool // that there is a minimum
		p := newProof(s, set.Tol)
		p.inner = set.Inner
		unit := p.unit
		if along != nil {
			p.null = math.Inf(1) // a constrained least may be above that of constant scores
		}
		from := set.Start
		if along == nil {
			from = beginning(o, from)
		}
		var head *headStart
		if from == nil && along == nil {
			head = newHeadStart(o, set.Separable)
		}
		start(s, psi, theta, head.or(from))
		sum := o.Pass(theta, want)
		value := o.Value(sum, theta)
		if head != nil && !(value <= unit) {
			clear(psi)
			start(s, psi, theta, nil)
			sum = o.Pass(theta, want)
			value = o.Value(sum, theta)
		}
		var h *objective.Hessian
		var since float64 // length of the step since h was found, in its norm
		_, concordant := o.Loss.(loss.Concordant)
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1, Updates: 1}) {
			s.Gradient(g, sum, theta)
			along.project(g)
			fresh := sum.Curvature != nil
			if fresh {
				h = s.Hessian(sum)
			}
			step, rank := newtonStep(h, g)
			proved = proved || fresh && along == nil && set.Separable && provable(o) && proves(s, sum, step, rank)
			along.hold(step, h)
			if rank < n/o.K && note == "" {
				note = singularNote(s, rank)
			}
			decrement := kernel.Dot(g, step) / 2

			it.Theta, it.Loss, it.Errors, it.Gradient = slices.Clone(theta), value, sum.Errors, largest(g)
			near := decrement <= p.goal(value)
			prove := func() {
				if it.Gradient == 0 {
					it.bounded(0)
					return
				}
				by := p.penalised(psi, g, value)
				if !(by <= p.goal(value)) {
					by = min(by, p.curved(psi, step, g, value, since, h))
				}
				it.bounded(by)
			}
			if near || it.Epoch == set.MaxIter {
				prove()
			}
			switch {
			case !finite(value) || !finite(it.Gradient):
				yield(Iterate{}, errUnits)
				return
			case set.Separable && !proved && sum.Margin > 0 && parts(s, psi):
				it.separated(s, psi)
			case near && it.Gradient <= set.Tol*math.Sqrt(unit):
				it.settle(p, psi, set.Separable && !proved, false, note)
			}
			if it.End == Running && it.Epoch == set.MaxIter {
				it.rest(p, psi, set.Separable && !proved, note)
				if it.End == Exhausted {
					it.Note = fmt.Sprintf("%d steps were not enough; raise Newton.MaxIter", set.MaxIter)
				}
			}
			if it.End != Running {
				yield(it, nil)
				return
			}

			// The next gradient is about as large as this decrement, which ends it.
			// Should it not be, the Hessian here will do for another step.
			ask := want
			if fresh && concordant && decrement <= set.Tol*unit {
				ask.Shift = nil
			}
			next, nextValue, t := sum, value, 1.0
			for ; t > 1e-10; t /= 2 {
				for i := range psi {
					trial[i] = psi[i] - t*step[i]
				}
				s.Raw(theta, trial)
				next = o.Pass(theta, ask)
				nextValue = o.Value(next, theta)
				if nextValue < value && nextValue <= value-1e-4*t*2*decrement || o.Stopped() {
					break
				}
				if math.Abs(nextValue-value) <= noise(s, theta, value) {
					// The loss is flat to the last digit: the gradient decides.
					s.Gradient(trial, next, theta)
					along.project(trial)
					if largest(trial) < it.Gradient {
						for i := range trial {
							trial[i] = psi[i] - t*step[i]
						}
						break
					}
					t = 0
				}
			}
			if t <= 1e-10 {
				prove()
				it.rest(p, psi, set.Separable && !proved, note)
				yield(it, nil)
				return
			}
			if !yield(it, nil) {
				return
			}
			copy(psi, trial)
			sum, value = next, nextValue
			since = math.Sqrt(2 * decrement)
			if next.Curvature != nil {
				since = 0
			}
		}
	}
}

const epsilon = 1.0 / (1 << 52)

// noise returns how far the loss may be off by rounding: its own, which grows with the
// root of the blocks that are added up, and that of w·x + b where the two cancel
// because a mean is far from 0, times a slope ∂ℓ/∂z of about √2L.
func noise(s *objective.Scaled, theta []float64, value float64) float64 {
	w, _ := s.Split(theta)
	var cancels float64
	for i, v := range w {
		cancels = max(cancels, math.Abs(v*s.Mean[i/s.K]))
	}
	sums := math.Sqrt(float64(s.Samples()) / rows.Block)
	return epsilon * (16*(value+cancels*math.Sqrt(2*value)) + sums*value)
}
