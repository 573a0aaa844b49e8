package lclass

import (
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// ClosedForm solves least squares directly by a QR decomposition, not by the normal
// equations. If features are linearly dependent and there is no penalty, it returns the
// solution of least norm in units of standard deviations, and Status.Note gives the rank.
//
// Features count as linearly dependent if rounding errors of ε·(8·√(mean² + std²) +
// 4·√(n/d)·std) in the values of each feature can make them exactly dependent, with ε =
// 2⁻⁵² and n samples of d features. [Model.Summary], [Firth] and the note of [Newton] use
// the same rank; LDA and QDA allow errors of ε·(10·max|x| + 4·√n·std) within each class.
type ClosedForm struct{}

// mostWeights is how wide a matrix of second derivatives may be.
const mostWeights = 5000

func (ClosedForm) name() string { return "ClosedForm" }

func (ClosedForm) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	if !is[loss.LeastSquares](p.loss) {
		return nil, isNotSquared
	}
	if p.penalty.l1() > 0 {
		return nil, hasCorners
	}
	if p.data.D()+p.k > mostWeights {
		return nil, tooWide
	}
	return solve.LeastSquares, nil
}
