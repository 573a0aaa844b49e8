package lclass

import (
	"cmp"
	"fmt"
	"iter"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// Firth is logistic regression, y = σ(w·x + b), with Firth's correction for
// its bias (Firth 1993, Heinze and Schemper 2002): the way out of separation.
// It maximises the likelihood times Jeffreys' prior,
//
//	l*(w, b) = Σ sᵢ [tᵢ log yᵢ + (1−tᵢ) log(1−yᵢ)] + ½ log|ΦᵀRΦ|
//
// with the features and a column of 1 in Φ and sᵢ yᵢ(1−yᵢ) on the diagonal of
// R, by making the modified score 0:
//
//	Φᵀ(t − y + h(½ − y)) = 0
//
// with the leverages h on the diagonal of R^½Φ(ΦᵀRΦ)⁻¹ΦᵀR^½. It is as if each
// sample were joined by h/2 samples of either class; the h add up to the number of
// columns of Φ. The
// weights are finite even if a hyperplane parts the classes or one of them is
// rare, and their bias is of the order 1/n² and no longer 1/n. Like those of
// maximum likelihood they follow the units of the features, which need not be
// alike. One feature that is 0 or 1 gives the log-odds of counts with ½ added
// to each.
//
// Weights of samples are counts here: Σs is the number of samples. A sample of
// weight 3 counts like three copies, but twice the weights are twice the data,
// beside which the prior weighs half. Weights that mean something else should
// be scaled so that they add up to n.
//
// If features depend on each other, a constant one included, |ΦᵀRΦ| is 0
// everywhere. Then it is taken over as many uncorrelated features as the rank
// allows, and W is the least of all equal solutions, in units of standard
// deviations, as for Logistic; the Status says so.
//
// Status.Loss is −l*/Σs, in the units of the features: other units change it
// by a constant, and it may be negative. Status.Gradient is that of −l*/Σs. The
// fit makes a dense copy of the features, n×d numbers; a step costs about
// 3n(d+1)² multiplications.
type Firth struct {
	// NoIntercept leaves out b, which stays 0, and the column of 1 in Φ.
	NoIntercept bool
	// MaxIter is the largest number of steps. If it is 0 it is defaulted to
	// 1000; most fits take 5 to 30.
	MaxIter int
	// Tol bounds √(uᵀδ) at the end, for the modified score u and the next step
	// δ: about how far the solution is, in standard errors. If it is 0 it is
	// defaulted to 1e-10.
	Tol float64
	// Start is where the solver begins, unless l* is larger at w = 0, b = 0,
	// which is also what nil stands for.
	Start *Model
}

var _ Estimator = Firth{}

// Fit learns from two classes. It is an error to have more or fewer.
func (f Firth) Fit(d *Data) (*Model, error) { return fit(f.problem(d)) }

// Steps returns the state at the start and after each step of the solver.
func (f Firth) Steps(d *Data) iter.Seq2[Step, error] { return steps(f.problem(d)) }

func (f Firth) problem(d *Data) (*problem, error) {
	t, err := d.ZeroOne()
	if err != nil {
		return nil, err
	}
	p := &problem{
		data: d, loss: loss.Firth{}, targets: loss.Targets{Class: d.t, Value: t},
		k: 1, output: SigmoidOutput, offsets: true, noBias: f.NoIntercept,
	}
	return p, p.prepare(firthSolver(f), nil, f.Start)
}

// firthSolver solves the problem of Firth and no other.
type firthSolver Firth

func (firthSolver) name() string { return "Firth" }

func (s firthSolver) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	if err := checkLimits(s, s.MaxIter, s.Tol); err != nil {
		return nil, err
	}
	p.own = true
	if p.data.D()+1 > mostWeights {
		return nil, fmt.Errorf("lclass: Firth needs the leverages of %d features; it takes %d at most; leave some out, or take Logistic with a penalty such as L2(1e-3)", p.data.D(), mostWeights-1)
	}
	set := solve.FirthSettings{Start: p.start, MaxIter: cmp.Or(s.MaxIter, 1000), Tol: cmp.Or(s.Tol, 1e-10)}
	return func(o *objective.Objective) solve.Seq { return solve.Firth(o, set) }, nil
}
