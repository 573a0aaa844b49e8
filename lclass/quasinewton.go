package lclass

import (
	"cmp"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// QuasiNewton is the limited-memory BFGS method, preconditioned with a bound
// on the curvature, c·X̃ᵀX̃/n + λI with c = ¼ for the logistic loss, ½ for softmax
// (Böhning 1992), 1 for squares and 2 for the squared hinge.
//
// For softmax of many samples, at least a fifth of d²/K, the curvature that the
// loss has after 5, 20, 80 … steps takes the place of the bound, as the product of a
// matrix of the features and one of the scores (Martens and Grosse 2015).
//
// With as many samples as [Newton] needs for that, Logistic begins as it does,
// and takes the curvature there for the bound.
//
// The end is proved by the gradient if there is a penalty. Without one, or where the
// penalty is too small for that and second derivatives are cheap, these prove it:
// the method alone may not have met directions in which the loss hardly bends, such
// as the difference of two columns that are nearly the same. Without a penalty and
// with more than 2000 weights nothing proves the end, and the fit ends NotConverged.
type QuasiNewton struct {
	// MaxIter is the largest number of steps. If it is 0 it is defaulted to 1000.
	MaxIter int
	// Tol bounds how far the loss is above its least at the end, relative to
	// what is left to gain (see [Status]). If it is 0 it is defaulted to 1e-11.
	Tol float64
	// Memory is the number of steps remembered. If it is 0 it is defaulted
	// to 20.
	Memory int
}

func (QuasiNewton) name() string { return "QuasiNewton" }

func (s QuasiNewton) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	if err := checkMemory(s, s.MaxIter, s.Tol, s.Memory); err != nil {
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
		Start: p.start, MaxIter: cmp.Or(s.MaxIter, 1000), Tol: cmp.Or(s.Tol, 1e-11), Memory: cmp.Or(s.Memory, 20), Separable: p.unbounded(),
		Path: p.data.path,
	}, nil
}
