package lclass

import (
	"iter"

	"linclass/lclass/internal/loss"
)

// Softmax is multinomial logistic regression: the probabilities
// y = softmax(W x + b) of K classes (Chemnitz section 4, Edinburgh),
//
//	L(W, b) = −(1/Σs) Σ sᵢ log yᵢ(tᵢ) + ½λ‖W‖²
//
// Adding the same vector to every row of W changes nothing; the solution given
// has rows that sum to 0. With two classes its w₂ − w₁ is the w of Logistic.
type Softmax struct {
	// Penalty is added to the mean loss.
	Penalty Penalty
	// Solver is QuasiNewton or Descent; nil is QuasiNewton.
	Solver Solver
}

var _ Estimator = Softmax{}

// Fit learns from two classes or more.
func (s Softmax) Fit(d *Data) (*Model, error) { return fit(s.problem(d)) }

// Steps returns the state at the start and after each step of the solver.
func (s Softmax) Steps(d *Data) iter.Seq2[Step, error] { return steps(s.problem(d)) }

func (s Softmax) problem(d *Data) (*problem, error) {
	if err := d.checkClasses(); err != nil {
		return nil, err
	}
	p := &problem{
		data: d, loss: loss.Softmax{}, targets: loss.Targets{Class: d.t},
		k: d.K(), output: SoftmaxOutput, penalty: s.Penalty, separable: true,
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, p.with(s.Solver, QuasiNewton{})
}
