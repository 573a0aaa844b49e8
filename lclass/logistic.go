package lclass

import (
	"iter"

	"linclass/lclass/internal/loss"
)

// Logistic is logistic regression, the probability y = σ(w·x + b) of the
// second of two classes (Notes and Chemnitz section 3, Dongguk 3.1, Edinburgh):
//
//	L(w, b) = −(1/Σs) Σ sᵢ [tᵢ log yᵢ + (1−tᵢ) log(1−yᵢ)] + penalty
//
// Without a penalty this is maximum likelihood. If a hyperplane separates the classes
// there is no maximum, and the Outcome is Separated.
type Logistic struct {
	// Penalty is added to the mean loss.
	Penalty Penalty
	// NoIntercept leaves out b, which stays 0.
	NoIntercept bool
	// Solver is Newton (IRLS), QuasiNewton, Descent or CoordinateDescent; nil means the
	// default (see [Solver]).
	Solver Solver
	// Start is where the solver begins, such as the model of a larger penalty; nil means
	// w = 0, b = 0.
	Start *Model
}

// Fit learns from two classes. It returns an error for more or fewer.
func (l Logistic) Fit(d *Data) (*Model, error) { return fit(l.problem(d)) }

// Steps returns the state at the start and after each step of the solver.
func (l Logistic) Steps(d *Data) iter.Seq2[Step, error] { return steps(l.problem(d)) }

func (l Logistic) problem(d *Data) (*problem, error) {
	t, err := d.ZeroOne()
	if err != nil {
		return nil, err
	}
	p := &problem{
		data: d, loss: loss.Logistic{}, targets: loss.Targets{Class: d.t, Value: t},
		k: 1, output: SigmoidOutput, penalty: l.Penalty, offsets: true, noBias: l.NoIntercept,
	}
	return p, p.prepare(l.Solver, p.smooth(), l.Start)
}
