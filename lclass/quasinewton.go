package lclass

import (
	"cmp"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// QuasiNewton is the limited-memory BFGS method, preconditioned with an upper bound on
// the curvature, c·X̃ᵀX̃/n + λI with c = ¼ for the logistic loss, ½ for softmax (Böhning
// 1992), 1 for squares and 2 for the squared hinge.
//
// For softmax with at least d²/(5K) samples, the curvature after 5, 20, 80 … steps
// replaces the bound, approximated as the Kronecker product of a matrix of the features
// and one of the scores (Martens and Grosse 2015).
//
// With enough samples, Logistic starts from the fit of a subsample, as in [Newton], and
// uses the curvature there instead of the bound.
//
// With a penalty, the gradient proves convergence. Without one, or if the penalty is too
// small for that and second derivatives are cheap, second derivatives prove it, because
// the method may have missed directions in which the loss is nearly flat, such as the
// difference of two nearly equal columns. Without a penalty and with more than 2000
// weights there is no proof, and the fit ends NotConverged.
type QuasiNewton struct {
	// MaxIter is the maximum number of steps; 0 means 1000.
	MaxIter int
	// Tol bounds how far the loss is above its minimum at the end, relative to the
	// possible gain (see [Status]); 0 means 1e-11.
	Tol float64
}

func (QuasiNewton) name() string { return "QuasiNewton" }

func (s QuasiNewton) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	if err := checkLimits(s, s.MaxIter, s.Tol); err != nil {
		return nil, err
	}
	set, err := s.settings(p)
	return func(o *objective.Objective) solve.Seq { return solve.QuasiNewton(o, set) }, err
}

func (s QuasiNewton) settings(p *problem) (set solve.QuasiNewtonSettings, err error) {
	switch {
	case !is[loss.Bounded](p.loss):
		return set, isNotSmooth
	case p.penalty.l1() > 0:
		return set, hasCorners
	}
	return solve.QuasiNewtonSettings{
		Start: p.start, MaxIter: cmp.Or(s.MaxIter, 1000), Tol: cmp.Or(s.Tol, 1e-11), Memory: 20, Separable: p.unbounded(),
		Path: p.data.path,
	}, nil
}
