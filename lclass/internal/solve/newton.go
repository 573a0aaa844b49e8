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
		n := newNewton(s, set)
		n.begin()
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1, Updates: 1}) {
			n.direction()
			if n.Stopped() {
				yield(Iterate{}, ErrStopped)
				return
			}
			if err := n.stop(&it); err != nil {
				yield(Iterate{}, err)
				return
			}
			if it.End == Running && !n.lineSearch() {
				n.renew()
				n.prove(&it)
				n.rest(&it)
			}
			if !yield(it, nil) || it.End != Running {
				return
			}
			n.move()
		}
	}
}

// A newton is a fit by Newton.
type newton struct {
	*objective.Scaled
	set    NewtonSettings
	proof  *proof
	along  constraint
	want   objective.Want
	proved bool // that there is a minimum, so that the classes are not separated

	psi, theta []float64
	sum        *objective.Sum // of the pass at θ, without curvature where h is to do again
	value      float64        // L
	g          []float64      // ∂L/∂ψ
	h          *objective.Hessian
	since      float64   // length of the step since h was found, in its norm
	step       []float64 // H⁻¹g
	decrement  float64   // ½gᵀH⁻¹g, how far the loss falls if it is quadratic
	note       string    // of a singular H

	trial     []float64 // ψ after the step
	next      *objective.Sum
	nextValue float64
}

func newNewton(s *objective.Scaled, set NewtonSettings) *newton {
	zeros := func() []float64 { return make([]float64, s.Dim()) }
	n := &newton{
		Scaled: s, set: set, along: constrain(s, set.Along), want: objective.Want{Gradient: true, Shift: s.Mean},
		psi: zeros(), theta: zeros(), g: zeros(), trial: zeros(), proof: newProof(s, set.Tol),
	}
	if n.along != nil {
		n.proof.null = math.Inf(1) // a constrained least may be above that of constant scores
	}
	return n
}

// look passes over the rows at θ.
func (n *newton) look() {
	n.sum = n.Pass(n.theta, n.want)
	n.value = n.Value(n.sum, n.theta)
}

// fresh reports whether the Hessian is that of here.
func (n *newton) fresh() bool { return n.sum.Curvature != nil }

// direction sets the step.
func (n *newton) direction() {
	n.Gradient(n.g, n.sum, n.theta)
	n.along.project(n.g)
	if n.fresh() {
		n.h, n.since = n.Hessian(n.sum), 0
	}
	var rank int
	if n.step, rank = newtonStep(n.h, n.g); n.Stopped() {
		return
	}
	n.proveMinimum(rank)
	n.along.hold(n.step, n.h)
	if rank < n.Dim()/n.K && n.note == "" {
		n.note = singularNote(n.Scaled, rank)
	}
	n.decrement = kernel.Dot(n.g, n.step) / 2
}

// renew sets the step by the Hessian of here, which proves more than an earlier one.
func (n *newton) renew() {
	if n.fresh() {
		return
	}
	n.Raw(n.theta, n.psi)
	n.look()
	n.direction()
}

// stop describes where the fit is and ends it if it has converged, if its steps are
// used up, or if the classes are separated.
func (n *newton) stop(it *Iterate) error {
	p := n.proof
	it.Theta, it.Loss, it.Errors, it.Gradient = slices.Clone(n.theta), n.value, n.sum.Errors, largest(n.g)
	near, last := n.decrement <= p.goal(n.value), it.Epoch == n.set.MaxIter
	if near || last {
		n.prove(it)
	}
	switch {
	case !finite(n.value) || !finite(it.Gradient):
		return errUnits
	case n.separable() && n.sum.Margin > 0 && separates(n.Scaled, n.psi):
		it.separated(n.Scaled, n.psi)
	case near && it.Gradient <= n.set.Tol*math.Sqrt(p.unit):
		it.settle(p, n.psi, n.separable(), false, n.note)
	}
	if it.End == Running && last {
		n.rest(it)
		if it.End == Exhausted {
			it.Note = fmt.Sprintf("%d steps were not enough; raise Newton.MaxIter", n.set.MaxIter)
		}
	}
	return nil
}

// prove bounds what is left to gain.
func (n *newton) prove(it *Iterate) {
	if it.Gradient == 0 {
		it.bounded(0)
		return
	}
	p := n.proof
	by := p.penalised(n.psi, n.g, n.value)
	if !(by <= p.goal(n.value)) {
		by = min(by, p.curved(n.psi, n.step, n.g, n.value, n.since, n.h))
	}
	it.bounded(by)
}

// lineSearch halves the step until it lowers the loss enough (Armijo). It reports
// whether there is such a step; trial is where it leads.
func (n *newton) lineSearch() bool {
	want := n.want
	if _, ok := n.Loss.(loss.Concordant); ok && n.fresh() && n.decrement <= n.set.Tol*n.proof.unit {
		// The next gradient is about as large as this decrement, which ends it.
		// Should it not be, the Hessian here will do for another step.
		want.Shift = nil
	}
	for t := 1.0; t > shortest; t /= 2 {
		for i := range n.psi {
			n.trial[i] = n.psi[i] - t*n.step[i]
		}
		n.Raw(n.theta, n.trial)
		n.next = n.Pass(n.theta, want)
		n.nextValue = n.Value(n.next, n.theta)
		if n.nextValue < n.value && n.nextValue <= n.value-1e-4*t*2*n.decrement || n.Stopped() {
			return true
		}
		if math.Abs(n.nextValue-n.value) <= noise(n.Scaled, n.theta, n.value) {
			// The loss is flat to the last digit: the gradient decides.
			g := make([]float64, len(n.g))
			n.Gradient(g, n.next, n.theta)
			n.along.project(g)
			return largest(g) < largest(n.g)
		}
	}
	return false
}

// rest ends the fit where no step lowers the loss.
func (n *newton) rest(it *Iterate) { it.rest(n.proof, n.psi, n.separable(), n.note) }

// move takes the step.
func (n *newton) move() {
	n.psi, n.trial = n.trial, n.psi
	n.sum, n.value = n.next, n.nextValue
	n.since = math.Sqrt(2 * n.decrement)
}

// shortest is how much of a step is tried at least.
const shortest = 1e-10

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
