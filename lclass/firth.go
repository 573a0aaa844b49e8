package lclass

import (
	"cmp"
	"fmt"
	"iter"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// Firth is logistic regression, y = σ(w·x + b), with Firth's bias correction (Firth
// 1993), a remedy for separated classes (Heinze and Schemper 2002). It maximises the
// likelihood times Jeffreys' prior,
//
//	l*(w, b) = Σ sᵢ [tᵢ log yᵢ + (1−tᵢ) log(1−yᵢ)] + ½ log|ΦᵀRΦ|
//
// where Φ holds the features and a column of 1, and R is diagonal with sᵢ yᵢ(1−yᵢ). It
// solves the modified score equation
//
//	Φᵀ(t − y + h(½ − y)) = 0
//
// with the leverages h, the diagonal of R^½Φ(ΦᵀRΦ)⁻¹ΦᵀR^½. This adds h/2 samples of
// either class to each sample; the h sum to the number of columns of Φ. The weights are
// finite even if a hyperplane separates the classes or one of them is rare, and their
// bias is of the order 1/n² instead of 1/n. As with maximum likelihood, scaling a feature
// scales its weight. A single feature that is 0 or 1 gives the log-odds of counts with ½
// added to each.
//
// Sample weights are counts here, so Σs is the number of samples, and doubling the
// weights halves the relative effect of the prior. Scale other weights so that they sum
// to n.
//
// If features are linearly dependent or constant, |ΦᵀRΦ| is 0 everywhere. Then the
// determinant is that of the directions with variance, and W is the solution of least
// norm in units of standard deviations, as for Logistic. The Status says so.
//
// Status.Loss is −l*/Σs. It may be negative and depends on the units of the features by a
// constant. Status.Gradient is the gradient of −l*/Σs. The fit makes a dense n×d copy of
// the features; a step costs about 3n(d+1)² multiplications.
type Firth struct {
	// NoIntercept leaves out b, which stays 0, and the column of 1 in Φ.
	NoIntercept bool
	// MaxIter is the maximum number of steps; 0 means 1000. Most fits take 5 to 30.
	MaxIter int
	// Tol bounds √(uᵀδ) at the end, with the modified score u and the next step δ: about
	// the distance to the solution in standard errors. 0 means 1e-10.
	Tol float64
}

// Fit learns from two classes. It returns an error for more or fewer.
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
	return p, p.prepare(firthSolver(f), nil, nil)
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
		return nil, fmt.Errorf("lclass: Firth supports at most %[2]d features, not %[1]d; leave some out, or use Logistic with a penalty such as L2(1e-3)", p.data.D(), mostWeights-1)
	}
	set := solve.FirthSettings{Start: p.start, MaxIter: cmp.Or(s.MaxIter, 1000), Tol: cmp.Or(s.Tol, 1e-10)}
	return func(o *objective.Objective) solve.Seq { return solve.Firth(o, set) }, nil
}
