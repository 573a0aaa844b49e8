package solve

import (
	"fmt"
	"math"
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// QuasiNewtonSettings are the limits of QuasiNewton.
type QuasiNewtonSettings struct {
	Start     []float64 // θ, nil for 0
	MaxIter   int
	Tol       float64 // for the bound on what is left to gain, relative to it
	Memory    int     // pairs of steps and gradient changes kept
	Separable bool    // whether separated classes leave the loss without a minimum
	Path      *Path   // the fits for other λ, nil for none
}

// QuasiNewton is the limited-memory BFGS method in standardised coordinates,
// started from the inverse of a bound on the curvature and, for softmax of many
// rows, later of the curvature that it has met. Early passes use float32, while
// six digits suffice to compare steps. Where second derivatives are cheap its end is
// checked by them. The loss must be a loss.Bounded.
func QuasiNewton(o *objective.Objective, set QuasiNewtonSettings) Seq {
	return func(yield func(Iterate, error) bool) {
		s := objective.Scale(o)
		if ifFar(yield, s, set.Start, func(o *objective.Objective, from []float64) Seq {
			set := set
			set.Start = from
			return QuasiNewton(o, set)
		}) {
			return
		}
		want := objective.Want{Gradient: true, Rough: true}
		n := o.Dim()
		psi, theta, trial := make([]float64, n), make([]float64, n), make([]float64, n)
		p := newProof(s, set.Tol)
		var head *headStart
		if set.Start == nil && o.K == 1 {
			head = newHeadStart(o, set.Separable)
		}
		var precondition *preconditioner
		var memory pairs
		var sum *objective.Sum
		var value float64
		g, preconditioned, nextG, nextPreconditioned := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		look := func() {
			sum = o.Pass(theta, want)
			value = o.Value(sum, theta)
			s.Gradient(g, sum, theta)
			precondition.applyTo(preconditioned, g)
		}
		begin := func(from []float64) (ok bool) {
			clear(psi)
			start(s, psi, theta, from)
			if precondition, ok = newPreconditioner(s, head); ok {
				memory = set.Path.recall(s, precondition, from, set.Memory)
				look()
			}
			return ok
		}
		ok := begin(head.or(set.Start))
		if ok && (head != nil && !(value <= p.unit) || head == nil && set.Start != nil && isFar(o, value)) {
			head = nil
			ok = begin(nil)
		}
		if !ok {
			yield(Iterate{}, errUnits)
			return
		}
		// prove bounds what is left to gain, by the gradient if there is a penalty, or
		// else, where they can be had, by second derivatives, with the step that these
		// give: the estimate may not know of directions of little curvature.
		prove := func(it *Iterate, step []float64, slope float64) ([]float64, float64) {
			if want.Rough {
				want.Rough = false
				look()
			}
			if p.L2 > 0 && p.weights(psi, g, value) <= p.goal(value)/2 {
				settleBiases(p, psi, func() ([]float64, float64) {
					s.Raw(theta, psi)
					look()
					return g, value
				})
			}
			by := p.penalised(psi, g, value)
			if !(by <= p.goal(value)) && affordsHessian(o) {
				sum = o.Pass(theta, objective.Want{Gradient: true, Shift: s.Mean})
				h := s.Hessian(sum)
				step, _ = newtonStep(h, g)
				slope = kernel.Dot(g, step)
				by = min(by, p.curved(psi, step, g, value, 0, h))
			}
			it.Loss = value
			it.bounded(by)
			return step, slope
		}
		const patience = 20
		var flat int // steps that did not change the loss in its last digit
		renewal := settled
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1, Updates: 1}) {
			if it.Epoch == renewal && head == nil && renews(o) {
				renewal *= again
				precondition = nil // its memory is for the next
				precondition = renewed(s, theta)
				precondition.applyTo(preconditioned, g)
				memory.p = precondition.applyAll(memory.y)
			}
			step := memory.direction(g, preconditioned)
			slope := kernel.Dot(g, step)
			if !finite(slope) {
				memory = pairs{most: set.Memory} // squares of it are beyond float64
				step = memory.direction(g, preconditioned)
				slope = kernel.Dot(g, step)
			}
			if want.Rough && (set.Tol < enough && slope/2 <= max(set.Tol, sixDigits)*p.left(value) || it.Epoch == set.MaxIter || sum.Margin > 0) {
				want.Rough = false
				look()
				step = memory.direction(g, preconditioned)
				slope = kernel.Dot(g, step)
			}
			end := flat == patience || it.Epoch == set.MaxIter
			near := slope/2 <= p.goal(value)
			if near || end {
				step, slope = prove(&it, step, slope)
			}

			it.Theta, it.Loss, it.Errors, it.Gradient = slices.Clone(theta), value, sum.Errors, largest(g)
			switch {
			case !finite(value) || !finite(slope):
				yield(Iterate{}, errUnits)
				return
			case set.Separable && sum.Margin > 0 && parts(s, psi):
				it.separated(s, psi)
			case near && slope/2 <= p.goal(value):
				it.settle(p, psi, set.Separable, false, "")
			}
			if it.End == Running && end {
				it.rest(p, psi, set.Separable, "")
				if it.End == Exhausted && it.Epoch == set.MaxIter {
					it.Note = fmt.Sprintf("%d steps were not enough; raise QuasiNewton.MaxIter", set.MaxIter)
				}
			}
			if it.End != Running {
				set.Path.keep(o, theta, memory)
				yield(it, nil)
				return
			}

			var next *objective.Sum
			var nextValue float64
			t := 1.0
			for ; t > 1e-10; t /= 2 {
				for i := range psi {
					trial[i] = psi[i] - t*step[i]
				}
				s.Raw(theta, trial)
				next = o.Pass(theta, want)
				nextValue = o.Value(next, theta)
				if nextValue <= value-1e-4*t*slope || o.Stopped() {
					break
				}
				if !want.Rough && math.Abs(nextValue-value) <= noise(s, theta, value) {
					// The loss is flat to the last digit: the gradient decides.
					s.Gradient(nextG, next, theta)
					if largest(nextG) < largest(g) {
						break
					}
					t = 0
				}
			}
			if t <= 1e-10 && want.Rough {
				want.Rough = false
				s.Raw(theta, psi)
				look()
				it.Epoch--
				continue
			}
			if t <= 1e-10 {
				s.Raw(theta, psi)
				prove(&it, step, slope)
				it.Theta, it.Loss, it.Gradient = slices.Clone(theta), value, largest(g)
				it.rest(p, psi, set.Separable, "")
				yield(it, nil)
				return
			}
			if !yield(it, nil) {
				return
			}
			flat++
			if nextValue < value*(1-epsilon) {
				flat = 0
			}
			s.Gradient(nextG, next, theta)
			precondition.applyTo(nextPreconditioned, nextG)
			memory.push(psi, trial, g, nextG, preconditioned, nextPreconditioned)
			copy(psi, trial)
			g, nextG = nextG, g
			preconditioned, nextPreconditioned = nextPreconditioned, preconditioned
			sum, value = next, nextValue
		}
	}
}

// sixDigits is when what is left to gain, which the estimate has too small, does
// not show in the sixth digit of the loss any more.
const sixDigits = 1e-7

// enough is a tolerance for which six digits do to the end.
const enough = 1e-6

// affordsHessian reports whether second derivatives cost no more than some passes,
// or, without a penalty, where nothing else proves the end, some seconds.
func affordsHessian(o *objective.Objective) bool {
	cells := float64(o.Samples()) * float64(o.Dim()) * float64(o.Dim())
	if _, ok := o.Loss.(loss.Curved); !ok {
		return false
	}
	if o.L2 > 0 {
		return o.Dim() <= 300 && cells <= 1e8
	}
	return o.Dim() <= 2000 && cells <= 1e11
}

// pairs are the latest steps s and gradient changes y of L-BFGS (Nocedal and
// Wright, Numerical Optimization, algorithm 7.4), and A⁻¹y for the
// preconditioner A.
type pairs struct {
	most    int
	s, y, p [][]float64
	rho     []float64   // 1/sᵀy
	q, step []float64   // of the latest direction
	spare   [][]float64 // memory of what is forgotten
}

// push takes up a step with the gradients and the preconditioned gradients at
// its ends, unless the loss hardly curves along it.
func (m *pairs) push(from, to, gFrom, gTo, pFrom, pTo []float64) bool {
	return m.add(m.difference(to, from), m.difference(gTo, gFrom), m.difference(pTo, pFrom))
}

// add takes up a pair, unless its curvature is lost in rounding, and keeps its
// memory.
func (m *pairs) add(s, y, p []float64) bool {
	curvature := kernel.Dot(s, y)
	if !finite(1/curvature) || curvature <= epsilon*math.Sqrt(kernel.Dot(s, s)*kernel.Dot(y, y)) {
		m.spare = append(m.spare, s, y, p)
		return false
	}
	if len(m.s) == m.most {
		m.spare = append(m.spare, m.s[0], m.y[0], m.p[0])
		m.s, m.y, m.p, m.rho = m.s[1:], m.y[1:], m.p[1:], m.rho[1:]
	}
	m.s, m.y, m.p, m.rho = append(m.s, s), append(m.y, y), append(m.p, p), append(m.rho, 1/curvature)
	return true
}

// precondition takes another preconditioner, given by how its inverse is applied.
func (m *pairs) precondition(apply func(y []float64) []float64) {
	for i, y := range m.y {
		m.p[i] = apply(y)
	}
}

// difference returns a − b, in memory of what is forgotten if there is some.
func (m *pairs) difference(a, b []float64) []float64 {
	var d []float64
	if last := len(m.spare) - 1; last >= 0 {
		d, m.spare = m.spare[last], m.spare[:last]
	}
	d = sized(d, len(a))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return d
}

// sized returns v if it has n values, or else something that has.
func sized(v []float64, n int) []float64 {
	if len(v) == n {
		return v
	}
	return make([]float64, n)
}

// scale returns what A⁻¹ is to be multiplied with for the latest step, 1 before
// the first.
func (m *pairs) scale() float64 {
	last := len(m.s) - 1
	if last < 0 {
		return 1
	}
	return 1 / (m.rho[last] * kernel.Dot(m.y[last], m.p[last]))
}

// direction returns the approximate H⁻¹g, given A⁻¹g. As A⁻¹ is linear the
// recursion goes over both and A need not be solved again. The direction is
// there until the next is asked for.
func (m *pairs) direction(g, pg []float64) []float64 {
	m.q, m.step = sized(m.q, len(g)), sized(m.step, len(g))
	q, p := m.q, m.step
	copy(q, g)
	copy(p, pg)
	alpha := make([]float64, len(m.s))
	for i := len(m.s) - 1; i >= 0; i-- {
		alpha[i] = m.rho[i] * kernel.Dot(m.s[i], q)
		kernel.Axpy(-alpha[i], m.y[i], q)
		kernel.Axpy(-alpha[i], m.p[i], p)
	}
	scale := m.scale()
	for i := range p {
		p[i] *= scale
	}
	for i := range m.s {
		beta := m.rho[i] * kernel.Dot(m.y[i], p)
		kernel.Axpy(alpha[i]-beta, m.s[i], p)
	}
	return p
}
