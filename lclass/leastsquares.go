package lclass

import (
	"iter"

	"linclass/lclass/internal/loss"
)

// LeastSquares is the least-squares classifier (Dongguk 2.2): a linear
// regression on the one-hot targets of K classes,
//
//	L(W, b) = (1/Σs) Σ sᵢ ½‖W xᵢ + b − tᵢ‖² + penalty,
//
// that predicts the class with the largest score. Its known weakness: points far on the
// correct side of a boundary count as errors.
type LeastSquares struct {
	// Penalty is added to the mean loss.
	Penalty Penalty
	// Solver is ClosedForm, Descent, Newton, QuasiNewton or CoordinateDescent; nil means
	// the default (see [Solver]).
	Solver Solver
	// Start is where an iterative solver begins; nil means W = 0, b = 0.
	Start *Model
}

// Fit learns from two or more classes.
func (l LeastSquares) Fit(d *Data) (*Model, error) { return fit(l.problem(d)) }

// Steps returns the state at the start and after each step of the solver; ClosedForm has
// one step.
func (l LeastSquares) Steps(d *Data) iter.Seq2[Step, error] { return steps(l.problem(d)) }

func (l LeastSquares) problem(d *Data) (*problem, error) {
	if err := d.checkClasses(); err != nil {
		return nil, err
	}
	p := &problem{
		data: d, loss: loss.Squared{},
		targets: loss.Targets{Class: d.t, Value: d.oneHot()},
		k:       d.K(), output: LargestOutput, penalty: l.Penalty,
	}
	return p, p.prepare(l.Solver, p.squares(), l.Start)
}
