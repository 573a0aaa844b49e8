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
	Products  int     // of Truncated, how many with the Hessian; 0 for any number
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
		q := newQuasiNewton(s, set)
		if !q.begin() {
			yield(Iterate{}, errUnits)
			return
		}
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1, Updates: 1}) {
			q.renew(it.Epoch)
			q.direction()
			q.refine(it.Epoch)
			if err := q.stop(&it); err != nil {
				yield(Iterate{}, err)
				return
			}
			if it.End == Running && !q.lineSearch() {
				if q.want.Rough {
					q.exactly()
					it.Epoch-- // the same step again
					continue
				}
				q.rest(&it)
			}
			if !yield(it, nil) || it.End != Running {
				return
			}
			q.move()
		}
	}
}

// A quasiNewton is a fit by QuasiNewton.
type quasiNewton struct {
	*objective.Scaled
	set          QuasiNewtonSettings
	proof        *proof
	warm         *warmStart // nil for none
	want         objective.Want
	precondition *preconditioner // A, an estimate of the curvature
	renewal      int             // the step before which it is renewed
	memory       pairs

	here, next place
	theta      []float64 // of the place of the latest pass
	step       []float64 // H⁻¹g, about
	slope      float64   // gᵀH⁻¹g, about
	flat       int       // steps that did not change the loss in its last digit
	products   int       // of Truncated
}

// A place is ψ, and what a pass has found there.
type place struct {
	psi   []float64
	sum   *objective.Sum
	value float64          // L
	g     []float64        // ∂L/∂ψ
	short []float64        // A⁻¹g, nil without A
	bends *objective.Bends // of Truncated, nil for others
}

func newQuasiNewton(s *objective.Scaled, set QuasiNewtonSettings) *quasiNewton {
	zeros := func() []float64 { return make([]float64, s.Dim()) }
	return &quasiNewton{
		Scaled: s, set: set, proof: newProof(s, set.Tol), renewal: settled,
		want: objective.Want{Gradient: true, Rough: true},
		here: place{psi: zeros(), g: zeros()}, next: place{psi: zeros(), g: zeros()}, theta: zeros(),
	}
}

// pass sets the sum and the loss of a place.
func (q *quasiNewton) pass(at *place) {
	q.Raw(q.theta, at.psi)
	if at.bends != nil {
		at.sum = at.bends.Pass(q.theta)
	} else {
		at.sum = q.Pass(q.theta, q.want)
	}
	at.value = q.Value(at.sum, q.theta)
}

// slopes sets the gradients of a place after pass.
func (q *quasiNewton) slopes(at *place) {
	q.Gradient(at.g, at.sum, q.theta)
	if q.precondition != nil {
		at.short = sized(at.short, len(at.g))
		q.precondition.applyTo(at.short, at.g)
	}
}

// look passes over the rows at ψ, which may have changed.
func (q *quasiNewton) look() {
	q.pass(&q.here)
	q.slopes(&q.here)
}

// renew puts the curvature that the loss has here in the place of the estimate, after
// some steps and ever more.
func (q *quasiNewton) renew(epoch int) {
	if epoch != q.renewal || q.warm != nil || !renews(q.Objective) {
		return
	}
	q.renewal *= again
	q.precondition = nil // its memory is for the next
	q.precondition = renewed(q.Scaled, q.theta)
	q.precondition.applyTo(q.here.short, q.here.g)
	q.memory.p = q.precondition.applyAll(q.memory.y)
}

// direction sets the step.
func (q *quasiNewton) direction() {
	q.recursion()
	if !finite(q.slope) {
		q.memory = pairs{most: q.set.Memory} // squares of it are beyond float64
		q.recursion()
	}
}

func (q *quasiNewton) recursion() {
	q.step = q.memory.direction(q.here.g, q.here.short)
	q.slope = kernel.Dot(q.here.g, q.step)
}

// sixDigits is when what is left to gain, which the estimate has too small, does
// not show in the sixth digit of the loss any more.
const sixDigits = 1e-7

// enough is a tolerance for which six digits do to the end.
const enough = 1e-6

// refine ends the passes in float32 where their digits do not suffice any more: close
// to the end, in the last step, and where the classes may be separated.
func (q *quasiNewton) refine(epoch int) {
	if !q.want.Rough {
		return
	}
	near := q.set.Tol < enough && q.slope/2 <= max(q.set.Tol, sixDigits)*q.proof.left(q.here.value)
	if near || epoch == q.set.MaxIter || q.here.sum.Margin > 0 {
		q.exactly()
		q.recursion()
	}
}

// exactly looks again, and from then on, with all digits.
func (q *quasiNewton) exactly() {
	q.want.Rough = false
	q.look()
}

// stop describes where the fit is and ends it if it has converged, if its steps are
// used up or change nothing any more, or if the classes are separated.
func (q *quasiNewton) stop(it *Iterate) error {
	const patience = 20
	p, at := q.proof, &q.here
	last := it.Epoch == q.set.MaxIter || q.set.Products > 0 && q.products >= q.set.Products
	end := q.flat == patience || last
	near := q.slope/2 <= p.goal(at.value)
	if near || end {
		q.prove(it)
	}
	it.Theta, it.Loss, it.Errors, it.Gradient = slices.Clone(q.theta), at.value, at.sum.Errors, largest(at.g)
	switch {
	case !finite(at.value) || !finite(q.slope):
		return errUnits
	case q.set.Separable && at.sum.Margin > 0 && separates(q.Scaled, cornersOf(q.Scaled).growing(q.Scaled, at.psi)):
		it.separated(q.Scaled, cornersOf(q.Scaled).growing(q.Scaled, at.psi))
	case near && q.slope/2 <= p.goal(at.value):
		it.settle(p, at.psi, q.set.Separable, false, "")
	}
	if it.End == Running && end {
		it.rest(p, at.psi, q.set.Separable, "")
		if it.End == Exhausted && last {
			name := "QuasiNewton"
			if at.bends != nil {
				name = "Newton"
			}
			it.Note = fmt.Sprintf("%d steps were not enough; raise %s.MaxIter", q.set.MaxIter, name)
		}
	}
	if it.End != Running {
		q.set.Path.keep(q.Objective, q.theta, q.memory)
	}
	return nil
}

// prove bounds what is left to gain, by the gradient if there is a penalty, or
// else, where they can be had, by second derivatives, with the step that these
// give: the estimate may not know of directions of little curvature.
func (q *quasiNewton) prove(it *Iterate) {
	p, at := q.proof, &q.here
	if q.want.Rough {
		q.exactly()
	}
	if q.L2 > 0 && p.hasFree() && p.weights(at.psi, at.g, at.value) <= p.goal(at.value)/2 {
		settleBiases(p, cornersOf(q.Scaled), at.psi, at.g, at.value, q.Loss.(loss.Bounded).Bound(), func() ([]float64, float64) {
			q.look()
			return at.g, at.value
		})
	}
	by := p.penalised(at.psi, at.g, at.value)
	if !(by <= p.goal(at.value)) && affordsHessian(q.Objective) {
		at.sum = q.Pass(q.theta, objective.Want{Gradient: true, Shift: q.Mean})
		h := q.Hessian(at.sum)
		q.step, _ = newtonStep(h, at.g)
		q.slope = kernel.Dot(at.g, q.step)
		by = min(by, p.curved(at.psi, q.step, at.g, at.value, 0, h))
	}
	it.Loss = at.value
	it.bounded(by)
}

// lineSearch halves the step until it lowers the loss enough (Armijo). It reports
// whether there is such a step; next is where it leads.
func (q *quasiNewton) lineSearch() bool {
	here, next := &q.here, &q.next
	for t := 1.0; t > shortest; t /= 2 {
		for i := range here.psi {
			next.psi[i] = here.psi[i] - t*q.step[i]
		}
		q.pass(next)
		if next.value <= here.value-1e-4*t*q.slope || q.Stopped() {
			return true
		}
		if !q.want.Rough && math.Abs(next.value-here.value) <= noise(q.Scaled, q.theta, here.value) {
			// The loss is flat to the last digit: the gradient decides.
			q.Gradient(next.g, next.sum, q.theta)
			return largest(next.g) < largest(here.g)
		}
	}
	return false
}

// rest ends the fit where no step lowers the loss.
func (q *quasiNewton) rest(it *Iterate) {
	q.Raw(q.theta, q.here.psi)
	q.prove(it)
	it.Theta, it.Loss, it.Gradient = slices.Clone(q.theta), q.here.value, largest(q.here.g)
	it.rest(q.proof, q.here.psi, q.set.Separable, "")
}

// move takes the step, and remembers it if the next is to learn from it.
func (q *quasiNewton) move() {
	q.flat++
	if q.next.value < q.here.value*(1-epsilon) {
		q.flat = 0
	}
	q.slopes(&q.next)
	if q.precondition != nil {
		q.memory.push(q.here.psi, q.next.psi, q.here.g, q.next.g, q.here.short, q.next.short)
	}
	q.here, q.next = q.next, q.here
}

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
