package cluster

import (
	"fmt"
	"maps"
	"slices"

	"linclass/lclass"
)

// A Spec is the specification of a fit, in a form that travels to workers and can be
// written as JSON. Its fields have the names of those of the learners in lclass.
type Spec struct {
	// Learner is Logistic, Softmax, LinearSVM, RegressionClassifier or LinearRegression.
	Learner string `json:"learner"`
	// Loss is SquaredHinge or ModifiedHuber, for LinearSVM; empty means SquaredHinge.
	Loss string `json:"loss,omitempty"`
	// Solver is Newton, QuasiNewton, CoordinateDescent or ClosedForm; empty means the best
	// one, as nil does in lclass.
	Solver string `json:"solver,omitempty"`
	// Lambda and Ratio are those of lclass.Penalty: ρ = 0 is L2, ρ = 1 is L1.
	Lambda float64 `json:"lambda,omitempty"`
	Ratio  float64 `json:"ratio,omitempty"`
	// NoIntercept leaves out b, which stays 0.
	NoIntercept bool `json:"noIntercept,omitempty"`
}

var solvers = map[string]lclass.Solver{
	"":                  nil,
	"Newton":            lclass.Newton{},
	"QuasiNewton":       lclass.QuasiNewton{},
	"CoordinateDescent": lclass.CoordinateDescent{},
	"ClosedForm":        lclass.ClosedForm{},
}

var losses = map[string]lclass.SVMLoss{
	"":              lclass.SquaredHinge,
	"SquaredHinge":  lclass.SquaredHinge,
	"ModifiedHuber": lclass.ModifiedHuber,
}

// Estimator returns the learner. start is the model where its solver begins, such as that
// of a larger λ; nil means W = 0, b = 0.
func (s Spec) Estimator(start *lclass.Model) (lclass.Estimator, error) {
	solver, ok := solvers[s.Solver]
	if !ok {
		return nil, unknown("solver", s.Solver, solvers)
	}
	loss, ok := losses[s.Loss]
	if !ok {
		return nil, unknown("loss", s.Loss, losses)
	}
	if s.Loss != "" && s.Learner != "LinearSVM" {
		return nil, fmt.Errorf("cluster: loss %q is for LinearSVM; %s has its own", s.Loss, s.Learner)
	}
	p := lclass.Penalty{Lambda: s.Lambda, Ratio: s.Ratio}
	learners := map[string]lclass.Estimator{
		"Logistic":             lclass.Logistic{Penalty: p, NoIntercept: s.NoIntercept, Solver: solver, Start: start},
		"Softmax":              lclass.Softmax{Penalty: p, NoIntercept: s.NoIntercept, Solver: solver, Start: start},
		"LinearSVM":            lclass.LinearSVM{Loss: loss, Penalty: p, NoIntercept: s.NoIntercept, Solver: solver, Start: start},
		"RegressionClassifier": lclass.RegressionClassifier{Penalty: p, NoIntercept: s.NoIntercept, Solver: solver, Start: start},
		"LinearRegression":     lclass.LinearRegression{Penalty: p, NoIntercept: s.NoIntercept, Solver: solver, Start: start},
	}
	e, ok := learners[s.Learner]
	if !ok {
		return nil, unknown("learner", s.Learner, learners)
	}
	return e, nil
}

func unknown[V any](kind, name string, known map[string]V) error {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(s string) bool { return s == "" })
	return fmt.Errorf("cluster: unknown %s %q; use one of %q", kind, name, names)
}

// sums is what the sums of a worker depend on: not on the penalty nor on the solver.
func (s Spec) sums() Spec {
	return Spec{Learner: s.Learner, Loss: s.Loss, NoIntercept: s.NoIntercept}
}
