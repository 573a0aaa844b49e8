package lclass

import (
	"errors"
	"fmt"
	"iter"

	"linclass/lclass/internal/loss"
)

// Softmax is multinomial logistic regression: the probabilities
// y = softmax(W x + b) of K classes (Chemnitz section 4, Edinburgh),
//
//	L(W, b) = −(1/Σs) Σ sᵢ log yᵢ(tᵢ) + penalty
//
// Adding the same vector to every row of W changes no probability. Without L1, Fit
// returns the solution whose rows sum to 0. With two classes, w₂ − w₁ is the w of
// Logistic, and with L2 that of Logistic with half the λ.
//
// The bias of a class without samples decreases until its probability is 0 to the
// precision of the solver. The Outcome is then Separated without a penalty and Converged
// with one, and Status.Note says why.
type Softmax struct {
	// Penalty is added to the mean loss.
	Penalty Penalty
	// NoIntercept leaves out b, which stays 0.
	NoIntercept bool
	// Solver is Newton, QuasiNewton, Descent or CoordinateDescent; nil means the default
	// (see [Solver]).
	Solver Solver
	// Start is where the solver begins, such as the model of a larger penalty; nil means
	// W = 0, b = 0.
	Start *Model
}

// Fit learns from two or more classes.
func (s Softmax) Fit(d *Data) (*Model, error) { return fit(s.problem(d)) }

// Steps returns the state at the start and after each step of the solver.
func (s Softmax) Steps(d *Data) iter.Seq2[Step, error] { return steps(s.problem(d)) }

func (s Softmax) problem(d *Data) (*problem, error) {
	if err := d.checkClasses(); err != nil {
		return nil, err
	}
	if d.offset != nil {
		return nil, errSoftmaxOffset
	}
	p := &problem{
		data: d, loss: loss.Softmax{}, targets: loss.Targets{Class: d.t},
		k: d.K(), output: SoftmaxOutput, penalty: s.Penalty, noBias: s.NoIntercept,
	}
	if absent := d.absent(); absent != nil {
		p.caveat = fmt.Sprintf("classes %s have no samples, so their biases decrease without bound and the loss has no minimum; leave them out with Data.DropEmptyClasses", abbreviate(absent))
	}
	return p, p.prepare(s.Solver, p.smooth(), s.Start)
}

var errSoftmaxOffset = errors.New("lclass: Softmax does not support an offset: a number added to all scores of a sample changes no probability; for two classes use Logistic, for more remove the offset with Data.WithOffset(nil)")
