package lclass

import (
	"cmp"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// Newton is the Newton-Raphson method, for logistic regression the same as
// iteratively reweighted least squares (Dongguk 3.2, equations 14 to 17):
//
//	w ← w − (ΦᵀRΦ)⁻¹ Φᵀ(y − t)
//
// with the step halved while it would raise the loss. It suits up to about a
// thousand weights.
//
// With 16384 samples at least, and 400 for each weight, it begins where the loss
// of Logistic or Softmax is least for a sixteenth of them, and 2048 and 50 for each
// weight at least, unless a Start is given or those have no single minimum.
//
// Steps are taken in units of standard deviations. Of 65536 samples and more these
// are of a sixteenth, unless a feature is constant there or ranges over a hundred
// of them. The solution does not depend on that; of features that depend on each
// other, which have many, it is then the least in about these units.
//
// For hinge losses, which have corners, it runs inside the proximal method of
// multipliers: the corners are made round, and sharper round after round
// (Rockafellar 1976), until the Gap in the [Status] proves the solution.
type Newton struct {
	// MaxIter is the largest number of steps, for hinge losses of rounds. If
	// it is 0 it is defaulted to 100.
	MaxIter int
	// Tol bounds how far the loss is above its least at the end, relative to
	// what is left to gain (see [Status]), and the largest scaled component of
	// the gradient, relative to the root of the loss of the best constant
	// scores; if it is 0 it is defaulted to 1e-12. For hinge losses it bounds
	// the gap relative to the loss; less than 1e-10 counts as that; if it is 0
	// it is defaulted to 1e-8.
	Tol float64
}

func (Newton) name() string { return "Newton" }

func (s Newton) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	if err := checkLimits(s, s.MaxIter, s.Tol); err != nil {
		return nil, err
	}
	if is[loss.Polyhedral](p.loss) {
		return s.multipliers(p)
	}
	set, err := s.settings(p)
	return func(o *objective.Objective) solve.Seq { return solve.Newton(o, set) }, err
}

func (s Newton) settings(p *problem) (set solve.NewtonSettings, err error) {
	switch {
	case !is[loss.Curved](p.loss):
		return set, isNotSmooth
	case p.penalty.l1() > 0:
		return set, hasCorners
	case (p.data.D()+1)*p.k > mostWeights:
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

func (s Newton) multipliers(p *problem) (func(*objective.Objective) solve.Seq, error) {
	set, err := s.rounds(p)
	return func(o *objective.Objective) solve.Seq { return solve.Multipliers(o, set) }, err
}

func (s Newton) rounds(p *problem) (set solve.MultipliersSettings, err error) {
	if p.penalty.l1() > 0 || p.penalty.l2() == 0 {
		return set, needsL2
	}
	return solve.MultipliersSettings{Start: p.start, MaxIter: cmp.Or(s.MaxIter, 100), Tol: cmp.Or(s.Tol, 1e-8)}, nil
}
