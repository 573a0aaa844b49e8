package solve

import (
	"fmt"
	"math"
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
)

// A Profile is a loss around its minimum, seen along one linear function of
// the parameters at a time: for every value c of aᵀθ the least loss with it.
type Profile struct {
	scaled  *objective.Scaled
	theta   []float64 // where the loss is least
	least   float64
	hessian *objective.Hessian
}

// NewProfile goes from θ, which is close to it, to the minimum of o, which must
// have one. The loss must be a loss.Curved.
func NewProfile(o *objective.Objective, theta []float64) (*Profile, error) {
	p := &Profile{scaled: objective.Scale(o)}
	at, err := p.minimum(theta, nil)
	if err != nil {
		return nil, err
	}
	p.theta, p.least = at.Theta, at.Loss
	sum := o.Pass(p.theta, objective.Want{Gradient: true, Shift: p.scaled.Mean})
	p.hessian = p.scaled.Hessian(sum)
	return p, nil
}

// Ends returns the values of aᵀθ below and above that of the minimum for which
// the least loss has risen by rise. An end is infinite if the loss never rises
// that much.
func (p *Profile) Ends(a []float64, rise float64) (low, high float64, err error) {
	if low, err = p.end(a, rise, -1); err != nil {
		return 0, 0, err
	}
	high, err = p.end(a, rise, 1)
	return low, high, err
}

// end solves r(c) = √(2·rise) for r = √(2(L(c) − L)), which is close to a
// straight line. The slope of L(c) is the multiplier of the constraint, so that
// Newton's method for a root is at hand, kept within brackets.
func (p *Profile) end(a []float64, rise, sign float64) (float64, error) {
	const (
		steps    = 200
		farthest = 1 << 40
		digits   = 1e-11
		close    = 1e-6 // whose square, as Newton's method goes, is below digits
	)
	along := constrain(p.scaled, a)
	shift, variance := along.tangent(p.hessian)
	tangent := make([]float64, len(shift))
	p.scaled.Raw(tangent, shift)

	middle, target := kernel.Dot(a, p.theta), math.Sqrt(2*rise)
	unit := target * math.Sqrt(variance)
	low, high, away, grow := 0.0, math.Inf(1), unit, 8.0
	from, was := p.theta, 0.0
	var err error
	for range steps {
		start := slices.Clone(from)
		kernel.Axpy(sign*(away-was), tangent, start)
		var at Iterate
		if at, err = p.minimum(start, a); err != nil {
			// The tangent has left the profile too far.
			away, grow = (was+away)/2, 1.5
			continue
		}
		from, was = at.Theta, away
		root := math.Sqrt(2 * max(0, at.Loss-p.least))
		next := away + (target-root)*root/(sign*p.slope(at.Theta, along))
		if root > target/2 && math.Abs(next-away) <= close*away {
			return middle + sign*next, nil
		}
		if root < target {
			low = away
		} else {
			high = away
		}
		switch {
		case math.IsInf(high, 1) && away > farthest*unit:
			return math.Inf(int(sign)), nil
		case math.IsInf(high, 1) && !(next > away && next < grow*away):
			next = grow * away
		case math.IsInf(high, 1):
		case high-low <= digits*high:
			return middle + sign*high, nil
		case !(next > low && next < high):
			next = (low + high) / 2
		}
		away = next
	}
	if err != nil {
		return 0, err
	}
	return 0, fmt.Errorf("lclass: the profile likelihood interval did not end after %d steps", steps)
}

// minimum returns the end of Newton's method from θ, with aᵀθ held if a is not
// nil.
func (p *Profile) minimum(theta, a []float64) (Iterate, error) {
	var last Iterate
	for it, err := range Newton(p.scaled.Objective, NewtonSettings{Start: theta, MaxIter: 200, Tol: 1e-12, Along: a}) {
		if err != nil {
			return it, err
		}
		last = it
	}
	if last.End != Converged {
		return last, fmt.Errorf("lclass: Newton found no maximum of the likelihood: %s", last.Note)
	}
	return last, nil
}

// slope returns ∂L/∂(aᵀθ) along the profile.
func (p *Profile) slope(theta []float64, along constraint) float64 {
	g := make([]float64, len(theta))
	p.scaled.Gradient(g, p.scaled.Pass(theta, objective.Want{Gradient: true}), theta)
	return along.multiplier(g)
}
