package lclass

import (
	"cmp"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// DualCoordinateDescent solves the dual of support vector machines, one sample at a time,
// in a random order that is the same for every fit (Hsieh et al. 2008; for several
// classes Crammer and Singer 2001, Keerthi et al. 2008). An epoch visits each sample
// once. It then revisits the samples whose dual variables still change, as long as such a
// visit gains more than one of the first round did, and for at most about four visits per
// sample. The bias has no penalty; the proximal point method (Rockafellar 1976) finds it.
//
// Status.Gap bounds how far L is above its minimum; the gradient bounds the contribution
// of the bias.
type DualCoordinateDescent struct {
	// MaxIter is the maximum number of epochs; 0 means 10000.
	MaxIter int
	// Tol bounds the gap at the end, relative to the loss; 0 means 1e-6.
	Tol float64
}

func (DualCoordinateDescent) name() string { return "DualCoordinateDescent" }

func (s DualCoordinateDescent) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	if err := checkLimits(s, s.MaxIter, s.Tol); err != nil {
		return nil, err
	}
	if !is[loss.Dual](p.loss) {
		return nil, isNotHinge
	}
	if p.penalty.l1() > 0 || p.penalty.l2() == 0 {
		return nil, needsL2
	}
	if p.data.isStreamed() {
		return nil, needsMemory
	}
	set := solve.DualSettings{Start: p.start, MaxIter: cmp.Or(s.MaxIter, 10000), Tol: cmp.Or(s.Tol, 1e-6)}
	return func(o *objective.Objective) solve.Seq { return solve.Dual(o, set) }, nil
}
