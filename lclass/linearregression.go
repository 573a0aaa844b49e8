package lclass

import (
	"iter"

	"linclass/lclass/internal/loss"
)

// LinearRegression is the least squares fit of a number by y = w·x + b (KMITL, univariate
// and multivariate linear regression):
//
//	L(w, b) = (1/Σs) Σ sᵢ ½(w·xᵢ + b − tᵢ)² + penalty
//
// The ½ makes the gradient (y − t)x; lectures without it fold the 2 into η.
type LinearRegression struct {
	// Penalty is added to the mean loss; with L2 this is ridge
	// regression, with L1 the lasso.
	Penalty Penalty
	// NoIntercept leaves out b, which stays 0.
	NoIntercept bool
	// Solver is ClosedForm, Descent, Newton, QuasiNewton or CoordinateDescent; nil means
	// the default (see [Solver]).
	Solver Solver
	// Start is where an iterative solver begins; nil means W = 0, b = 0.
	Start *Model
}

// Fit learns from a numeric target. It returns an error for other targets.
func (l LinearRegression) Fit(d *Data) (*Model, error) { return fit(l.problem(d)) }

// Steps returns the state at the start and after each step of the solver; ClosedForm has
// one step.
func (l LinearRegression) Steps(d *Data) iter.Seq2[Step, error] { return steps(l.problem(d)) }

func (l LinearRegression) problem(d *Data) (*problem, error) {
	if err := d.checkTarget(); err != nil {
		return nil, err
	}
	if d.y == nil {
		return nil, badTarget(d.target, "numbers", "has the classes %s and is not numeric; use LeastSquares or Logistic", abbreviate(d.classes))
	}
	p := &problem{
		data: d, loss: loss.Squared{}, targets: loss.Targets{Value: d.y},
		k: 1, output: Identity, penalty: l.Penalty, offsets: true, noBias: l.NoIntercept,
	}
	return p, p.prepare(l.Solver, p.squares(), l.Start)
}
