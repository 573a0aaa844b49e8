package lclass

import (
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// ClosedForm solves least squares at once by a QR decomposition, never by the
// normal equations. Where features depend on each other linearly it gives the
// solution of least norm.
type ClosedForm struct{}

// mostWeights is how wide a matrix of second derivatives may be.
const mostWeights = 5000

func (ClosedForm) name() string { return "ClosedForm" }

func (ClosedForm) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	if _, ok := p.loss.(loss.Squared); !ok {
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
