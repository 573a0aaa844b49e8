package lclass

import (
	"iter"

	"linclass/lclass/internal/loss"
)

// RegressionClassifier is classification by regression (Edinburgh): a linear regression
// on the coded target of two classes,
//
//	L(w, b) = (1/Σs) Σ sᵢ ½(w·xᵢ + b − tᵢ)² + penalty
//
// with the threshold halfway between the two codes: at 0 for t = ±1 and at ½ for t ∈ {0,
// 1}. The model subtracts ½ from b, so that z = w·x + b ≥ 0 is the second class for both
// codings. The score is unbounded and is not a probability.
//
// Without a penalty both codings have the boundary of [LeastSquares] on the same two
// classes, and w points along Fisher's discriminant (Bishop 4.1.5). With a penalty this
// holds for ZeroOne: its w is half the difference of the two rows of LeastSquares with
// the same Penalty. For ±1, w and b are twice those of ZeroOne with the same L2 penalty, or
// with half the L1 penalty.
type RegressionClassifier struct {
	// ZeroOne selects the targets t ∈ {0, 1}. The default is t = ±1.
	ZeroOne bool
	// Penalty is added to the mean loss.
	Penalty Penalty
	// NoIntercept leaves out b, which stays 0. It excludes ZeroOne, which
	// always has b = −½.
	NoIntercept bool
	// Solver is ClosedForm, Descent, Newton, QuasiNewton or CoordinateDescent; nil means
	// the default (see [Solver]).
	Solver Solver
	// Start is where an iterative solver begins; nil means the regression w·x + b = 0,
	// which for ZeroOne is a score of −½.
	Start *Model
}

// Fit learns from two classes. It returns an error for more or fewer.
func (r RegressionClassifier) Fit(d *Data) (*Model, error) { return fit(r.problem(d)) }

// Steps returns the state at the start and after each step of the solver; ClosedForm has
// one step.
func (r RegressionClassifier) Steps(d *Data) iter.Seq2[Step, error] { return steps(r.problem(d)) }

func (r RegressionClassifier) problem(d *Data) (*problem, error) {
	if r.NoIntercept && r.ZeroOne {
		return nil, badSetting("RegressionClassifier.ZeroOne", true, "it subtracts ½ from b, but the fit has NoIntercept; leave ZeroOne out")
	}
	size := 1.0
	if r.ZeroOne {
		size = 0.5 // t − ½
	}
	t, err := d.code(-size, size)
	if err != nil {
		return nil, err
	}
	p := &problem{
		data: d, loss: loss.Squared{}, targets: loss.Targets{Class: d.t, Value: t},
		k: 1, output: SignOutput, penalty: r.Penalty, noBias: r.NoIntercept,
	}
	if r.ZeroOne && r.Start == nil {
		p.start = make([]float64, d.D()+1)
		p.start[d.D()] = -0.5
	}
	return p, p.prepare(r.Solver, p.squares(), r.Start)
}
