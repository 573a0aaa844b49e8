package lclass

import (
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// ClosedForm solves least squares at once by a QR decomposition, never by the
// normal equations. If features depend on each other linearly and there is no
// penalty, it returns the solution with the least weights in units of standard
// deviations, and the Note of the Status has the rank.
//
// Features depend on each other if rounding errors of
// ε·(8·√(mean² + std²) + 4·√(n/d)·std) in the values of each feature can make
// them exactly dependent, with ε = 2⁻⁵² and n samples of d features: float64
// cannot tell them from features that do. [Model.Summary], [Firth] and the Note
// of [Newton] have the same rank; LDA and QDA allow errors of ε·(10·max|x| +
// 4·√n·std) within each class.
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
