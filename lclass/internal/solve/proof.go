package solve

import (
	"math"
	"slices"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// A proof bounds how far the loss L is above its least L*. Its bounds hold for
// every convex loss that is nowhere negative, and it asks for each of them to be
// small beside what is left to gain.
type proof struct {
	*objective.Scaled
	tol    float64
	zero   float64   // loss of θ = 0
	unit   float64   // loss of the best constant scores, or a little more; with offsets, or without biases, that of θ = 0
	null   float64   // the same, infinite where it does not matter
	shares []float64 // of the classes, nil for regression
	offset float64   // the largest |offset| of a row
	tries  int       // of bounds that did not meet the goal
	some   []weight  // memory of weights
	radius float64   // largest ‖x − mean‖ of a row, in the units of the features; 0 before it is known
}

func newProof(s *objective.Scaled, tol float64) *proof { return newProofFrom(s, tol, s.AtZero()) }

// newProofFrom is newProof where AtZero is known.
func newProofFrom(s *objective.Scaled, tol float64, zero objective.Zero) *proof {
	p := &proof{Scaled: s, tol: tol, offset: zero.Offset}
	value, slopes := s.AtStart(zero)
	p.zero = value
	switch l := s.Loss.(type) {
	case loss.Classifier:
		p.shares = l.Shares(zero.Slopes)
		p.null = value
		if p.offset == 0 && !s.NoBias {
			p.null = l.Constant(p.shares)
		}
	case loss.Concordant:
		for _, v := range slopes {
			value -= v * v / (2 * l.Bound())
		}
		p.null = max(0, value)
	default:
		p.null, p.unit = math.Inf(1), value // relative to L alone
		return p
	}
	p.unit = p.null
	return p
}

// isFar reports whether a start with that value is far worse than 0.
func (p *proof) isFar(value float64) bool { return isFar(p.zero, value) }

// left returns what is left to gain, or what has been gained from constant scores
// if that is less: a tolerance relative to it sees small penalties and large ones.
func (p *proof) left(value float64) float64 {
	return min(value, max(p.null-value, 64*epsilon*p.null))
}

// goal is how small what is left must be at a loss of that value.
func (p *proof) goal(value float64) float64 { return p.tol * p.left(value) }

// done reports whether a bound on what is left at ψ meets the goal, or, where no
// step lowers the loss or some that promised no more than the goal did not help, is
// no more than rounding.
func (p *proof) done(it *Iterate, psi []float64, resting bool) bool {
	const mostTries = 3
	if !it.Proved {
		return false
	}
	if it.Gap <= p.goal(it.Loss) {
		return true
	}
	p.tries++
	return (resting || p.tries > mostTries) && it.Gap <= p.rounding(psi, it.Loss)
}

// rounding returns what a loss may be off by at ψ: its own last digits, and those
// of the scores, in which w·x and b may cancel. Of a loss with flat pieces it is also what the
// last digits of the slopes, which add up to the weights, cost in the value of the dual.
func (p *proof) rounding(psi []float64, value float64) float64 {
	const digits = 256 * epsilon
	scores := p.scoreRounding(psi)
	if _, ok := p.Loss.(loss.Polyhedral); ok {
		margin := 2*epsilon + scores // beside 1, whatever is left of the loss
		if p.L2 == 0 {
			return digits*value + margin
		}
		turned := 2 * epsilon * p.longestRow() / math.Sqrt(float64(p.Samples()))
		return digits*value + margin + turned*turned/(2*p.L2)
	}
	scores *= 8
	if isLogLoss(p.Loss) {
		return digits*value + scores*p.slopes(value)
	}
	return digits*value + scores*p.slopes(value) + scores*scores*bend(p.Loss)
}

// scoreRounding is how far the last digits of w·x and b may be off in a score at ψ.
func (p *proof) scoreRounding(psi []float64) float64 {
	v, c := p.Split(psi)
	size := largest(c) + p.offset
	most := p.MaxAbs()
	for i, w := range v {
		j := i / p.K
		if w != 0 {
			size += math.Abs(w) * (most[j] + math.Abs(p.Mean[j])/p.Std[j])
		}
	}
	return 2 * epsilon * size
}

// bend is the bound on the second derivative of a loss, 1 if it has none.
func bend(l loss.Loss) float64 {
	if l, ok := l.(loss.Bounded); ok {
		return l.Bound()
	}
	return 1
}

// slopes bounds the mean slope of the samples at a loss of that value.
func (p *proof) slopes(value float64) float64 {
	slopes := math.Sqrt(2 * bend(p.Loss) * value)
	if isLogLoss(p.Loss) {
		slopes = min(slopes, 2*value) // no slope is more than twice the loss
	}
	return slopes
}

// isLogLoss reports whether a loss is −log of the probability of a class, of which no
// slope, and no second derivative, is more than twice the loss.
func isLogLoss(l loss.Loss) bool {
	_, concordant := l.(loss.Concordant)
	_, classifier := l.(loss.Classifier)
	return concordant && classifier
}

// maxAbs are the largest |x̃| of each feature, and of the 1 beside the bias, if there
// is one.
func (p *proof) maxAbs() []float64 {
	one := 1.0
	if p.NoBias {
		one = 0
	}
	most := append(slices.Clone(p.MaxAbs()), one)
	for j, r := range most {
		if math.IsNaN(r) || math.IsInf(r, 0) {
			most[j] = 0 // a constant feature
		}
	}
	return most
}
