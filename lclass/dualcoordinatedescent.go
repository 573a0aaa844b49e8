package lclass

import (
	"cmp"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// DualCoordinateDescent solves support vector machines in their dual, one
// sample at a time in random order (Hsieh et al. 2008; for several classes
// Crammer and Singer 2001, Keerthi et al. 2008). An epoch visits each sample,
// and then, up to three times as often again, those that are still moving; the
// others rest at a corner of the loss until the next epoch. The bias has no
// penalty: in each epoch it is drawn to where it was, until it stays (the
// proximal point method, Rockafellar 1976).
//
// The Gap in the [Status] is the certificate of the solution: L is no more than that
// above its least, of which the largest gradient tells how much the bias may add.
type DualCoordinateDescent struct {
	// MaxIter is the largest number of epochs. If it is 0 it is defaulted to
	// 10000.
	MaxIter int
	// Tol bounds the gap at the end relative to the loss. If it is 0 it is
	// defaulted to 1e-6.
	Tol float64
	// Seed shuffles the samples by rand.NewPCG(Seed, Seed).
	Seed uint64
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
	set := solve.DualSettings{Start: p.start, MaxIter: cmp.Or(s.MaxIter, 10000), Tol: cmp.Or(s.Tol, 1e-6), Seed: s.Seed}
	return func(o *objective.Objective) solve.Seq { return solve.Dual(o, set) }, nil
}
