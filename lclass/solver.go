package lclass

import (
	"fmt"
	"math"
	"reflect"

	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// A Solver minimises the loss over W and b. Nil selects the best solver for the problem.
// If a solver does not support a problem, Fit returns an error that names one that does.
//
// For smooth losses with L1, factors or bounds, nil means CoordinateDescent. Without them it
// means ClosedForm for squares up to 5000 features, and QuasiNewton beyond; for the other
// smooth losses it means Newton up to about 50 weights. Beyond that it is QuasiNewton, which hands over to Newton if it has not converged after 55 % of the
// usual cost of Newton. With L2 and many features, always with more than 2000, it is
// Newton with steps by conjugate gradients, which hands over to QuasiNewton if these cost
// more than the matrix of the features that QuasiNewton needs. For [Blocks] and
// [FitShards], where passes over the samples are expensive, it is Newton up to 501
// weights and QuasiNewton beyond.
//
// For the hinge losses that are not smooth, nil means Newton where that is cheap.
// Otherwise it is DualCoordinateDescent, which hands over to Newton if its gap falls so
// slowly that the rest would cost much more than Newton; beyond 5000 weights it is
// DualCoordinateDescent alone. For [Blocks] it is Newton, up to 5000 weights; beyond, nil
// is an error. The table in docs/solvers.md lists what is chosen and what it costs.
//
//	Descent                any loss, any penalty
//	ClosedForm             squares; L2
//	Newton                 all smooth losses; L2 and factors. Other hinge losses; L2 above 0
//	QuasiNewton            all smooth losses; L2 and factors
//	CoordinateDescent      all smooth losses; L1, L2, elastic net, factors and bounds
//	DualCoordinateDescent  the hinge losses; L2 above 0
//
// The smooth losses are squares, logistic, softmax, SquaredHinge and ModifiedHuber.
// DualCoordinateDescent supports all five hinge losses; Newton fits the three that are
// not smooth by an interior-point method.
type Solver interface {
	name() string
	// plan returns the function that runs the solver on a problem. It returns an error
	// for an invalid limit, and an [impossible] if the solver does not support the
	// problem.
	plan(p *problem) (func(*objective.Objective) solve.Seq, error)
}

// impossible is the reason why a solver does not support a problem.
type impossible string

func (e impossible) Error() string { return string(e) }

const (
	hasCorners   = impossible("the L1 penalty is not smooth")
	isNotSmooth  = impossible("the loss has no bounded second derivative")
	isNotSquared = impossible("the loss is not the squared error")
	isNotHinge   = impossible("the loss is not a hinge loss")
	tooWide      = impossible("it needs a square matrix, which is too large for more than 5000 weights")
	needsL2      = impossible("it needs an L2 penalty above 0 and no L1")
	needsMemory  = impossible("it visits samples in random order, but these are read in blocks")
)

// with chooses the solver: the given one, or, for nil, the one named auto.
func (p *problem) with(s, auto Solver) error {
	if s == nil {
		s = auto
	}
	if reflect.ValueOf(s).Kind() == reflect.Pointer {
		return badSetting("Solver", fmt.Sprintf("a %T", s), "give it as a value, such as Newton{}")
	}
	if fields := p.uncontrolled(s); fields != "" {
		return badSetting("Solver", s.name(), "it does not support %s of the Penalty; use CoordinateDescent", fields)
	}
	run, err := s.plan(p)
	if why, ok := err.(impossible); ok {
		return badSetting("Solver", s.name(), "it does not support this problem (%v); use %s", why, auto.name())
	}
	p.solver, p.solve = s.name(), run
	return err
}

// uncontrolled returns the fields of the penalty that the problem has and the solver does
// not support, "" for none.
func (p *problem) uncontrolled(s Solver) string {
	switch s.(type) {
	case CoordinateDescent:
		return ""
	case Newton, QuasiNewton:
		if p.control.lower == nil {
			return ""
		}
		return "Lower and Upper"
	}
	if p.control.isUniform() {
		return ""
	}
	return "Factors, Lower and Upper"
}

// FullBatch is the batch size of batch learning: all samples per update.
const FullBatch = math.MaxInt

// checkLimits returns an error for limits with which a solver would not end.
func checkLimits(s Solver, maxIter int, tol float64) error {
	switch {
	case tol < 0 || math.IsNaN(tol):
		return badSetting(s.name()+".Tol", tol, "it must be positive, or 0 for the default")
	case maxIter < 0:
		return badSetting(s.name()+".MaxIter", maxIter, "it must be positive, or 0 for the default")
	}
	return nil
}

// quickestDual is the default for hinge losses and samples in memory. Both of its methods
// prove the same gap.
type quickestDual struct{}

func (quickestDual) name() string { return Newton{}.name() }

func (quickestDual) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	tol := 1e-6
	if p.few() {
		tol = 1e-8
	}
	m, err := Newton{Tol: tol}.interior(p)
	if err != nil {
		return nil, err
	}
	d := solve.DualSettings{Start: p.start, MaxIter: 10000, Tol: tol}
	return func(o *objective.Objective) solve.Seq {
		p.solver = DualCoordinateDescent{}.name()
		return solve.QuickestDual(o, d, m, func() { p.solver = Newton{}.name() })
	}, nil
}

// quickest is the default for smooth losses and samples in memory.
type quickest struct{}

func (quickest) name() string { return Newton{}.name() }

func (quickest) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	q, err := QuasiNewton{}.settings(p)
	if err != nil {
		return nil, err
	}
	var newton *solve.NewtonSettings
	switch n, err := (Newton{}).settings(p); err {
	case nil:
		newton = &n
	case tooWide:
	default:
		return nil, err
	}
	return func(o *objective.Objective) solve.Seq {
		turn := func(newton bool) {
			p.solver = QuasiNewton{}.name()
			if newton {
				p.solver = Newton{}.name()
			}
		}
		turn(false)
		return solve.Quickest(o, q, newton, turn)
	}, nil
}
