package lclass

import (
	"cmp"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// Newton is the Newton-Raphson method. For logistic regression it is iteratively
// reweighted least squares (Dongguk 3.2, equations 14 to 17):
//
//	w ← w − (ΦᵀRΦ)⁻¹ Φᵀ(y − t)
//
// A step that would raise the loss is halved. The method suits up to about a thousand
// weights. Beyond 5000, with L2 and samples in memory, preconditioned conjugate gradients
// find the step roughly, without a matrix of second derivatives (truncated Newton; Nash
// and Sofer 1990). This is how text with many words is fitted.
//
// With at least 8192 samples and 400 per weight, Logistic and Softmax first fit a
// subsample: a sixteenth of the samples, but at least 1024 and 50 per weight. Its
// solution is the start, unless a Start is given or the solution is not unique.
//
// Steps are computed in units of standard deviations. From 65536 samples on, these are
// estimated from a sixteenth of the samples, unless a feature is constant there or has a
// range of more than a hundred standard deviations. This does not affect the solution,
// except for linearly dependent features, where it is the solution of least norm in these
// units.
//
// For the hinge losses, which are not smooth, the steps are those of an interior-point
// method, with Mehrotra's corrector (1992) and one of Gondzio's (1996), until the duality
// gap is within Tol. It takes about 20 steps, with CrammerSinger and ten classes about 70,
// and up to 150 bytes of memory for each score of a sample. It supports at most 5000
// weights.
type Newton struct {
	// MaxIter is the maximum number of steps; 0 means 100, for hinge losses 200.
	MaxIter int
	// Tol bounds how far the loss is above its minimum at the end, relative to the
	// possible gain (see [Status]), and the largest scaled component of the gradient,
	// relative to the square root of the loss of the best constant scores; 0 means 1e-12.
	// For hinge losses it bounds the gap relative to the loss; 0 means 1e-8, and the
	// minimum is 1e-10.
	Tol float64
}

func (Newton) name() string { return "Newton" }

func (s Newton) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	if err := checkLimits(s, s.MaxIter, s.Tol); err != nil {
		return nil, err
	}
	if is[loss.Polyhedral](p.loss) {
		set, err := s.interior(p)
		return func(o *objective.Objective) solve.Seq { return solve.Interior(o, set) }, err
	}
	if p.isWide() && p.penalty.l1() == 0 && is[loss.Curved](p.loss) {
		set := solve.QuasiNewtonSettings{Start: p.start, MaxIter: cmp.Or(s.MaxIter, 100), Tol: cmp.Or(s.Tol, 1e-12)}
		return func(o *objective.Objective) solve.Seq { return solve.Truncated(o, set) }, nil
	}
	set, err := s.settings(p)
	return func(o *objective.Objective) solve.Seq { return solve.Newton(o, set) }, err
}

// isWide reports whether the weights are too many for a matrix of second derivatives,
// while the samples are in memory and the penalty bounds what is left to gain.
func (p *problem) isWide() bool {
	return p.isNear() && p.penalty.l2() > 0 && p.parameters() > mostWeights
}

func (s Newton) settings(p *problem) (set solve.NewtonSettings, err error) {
	switch {
	case !is[loss.Curved](p.loss):
		return set, isNotSmooth
	case p.penalty.l1() > 0:
		return set, hasCorners
	case p.parameters() > mostWeights:
		return set, tooWide
	}
	return solve.NewtonSettings{
		Start: p.start, MaxIter: cmp.Or(s.MaxIter, 100), Tol: cmp.Or(s.Tol, 1e-12), Separable: p.unbounded(),
	}, nil
}

// is reports whether the loss is more than a Loss, such as a loss.Curved.
func is[T any](l loss.Loss) bool {
	_, ok := l.(T)
	return ok
}

func (s Newton) interior(p *problem) (set solve.InteriorSettings, err error) {
	switch {
	case p.penalty.l1() > 0 || p.penalty.l2() == 0:
		return set, needsL2
	case p.parameters() > mostWeights:
		return set, tooWide
	}
	return solve.InteriorSettings{Start: p.start, MaxIter: cmp.Or(s.MaxIter, 200), Tol: cmp.Or(s.Tol, 1e-8)}, nil
}
