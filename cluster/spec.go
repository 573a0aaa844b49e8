package cluster

import (
	"maps"
	"slices"

	"linclass/internal/invalid"
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
	// Factors, Lower and Upper are those of lclass.Penalty, by the name of the feature,
	// prepared if there are steps.
	Factors map[string]float64 `json:"factors,omitempty"`
	Lower   map[string]float64 `json:"lower,omitempty"`
	Upper   map[string]float64 `json:"upper,omitempty"`
	// NoIntercept leaves out b, which stays 0.
	NoIntercept bool `json:"noIntercept,omitempty"`
	// Prepare are the steps of an lclass.Pipeline, in order. They learn from all shards.
	Prepare []Step `json:"prepare,omitempty"`
}

// A Step is a preparation; exactly one field is set. As JSON it is, for example,
// {"standardize": {}} or {"polynomial": {"degree": 3, "columns": ["x1"]}}. Impute and
// OneHot are for shards that are read with Columns.Raw.
type Step struct {
	Impute       *lclass.Impute       `json:"impute,omitempty"`
	OneHot       *lclass.OneHot       `json:"oneHot,omitempty"`
	Standardize  *lclass.Standardize  `json:"standardize,omitempty"`
	MinMax       *lclass.MinMax       `json:"minMax,omitempty"`
	Polynomial   *lclass.Polynomial   `json:"polynomial,omitempty"`
	Interactions *lclass.Interactions `json:"interactions,omitempty"`
	Select       *lclass.Select       `json:"select,omitempty"`
	Drop         *lclass.Drop         `json:"drop,omitempty"`
}

// preparation returns the step that is set.
func (s Step) preparation() (lclass.Preparation, error) {
	var set []lclass.Preparation
	if s.Impute != nil {
		set = append(set, *s.Impute)
	}
	if s.OneHot != nil {
		set = append(set, *s.OneHot)
	}
	if s.Standardize != nil {
		set = append(set, *s.Standardize)
	}
	if s.MinMax != nil {
		set = append(set, *s.MinMax)
	}
	if s.Polynomial != nil {
		set = append(set, *s.Polynomial)
	}
	if s.Interactions != nil {
		set = append(set, *s.Interactions)
	}
	if s.Select != nil {
		set = append(set, *s.Select)
	}
	if s.Drop != nil {
		set = append(set, *s.Drop)
	}
	if len(set) != 1 {
		return nil, invalid.Setting("cluster: number of kinds of a Step", len(set), "it must have one, such as {\"standardize\": {}}")
	}
	return set[0], nil
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

// Estimator returns the learner, in an lclass.Pipeline if there are steps. start is the
// model where its solver begins, such as that of a larger λ; nil means W = 0, b = 0. It
// returns an lclass.SettingError for an unknown name.
func (s Spec) Estimator(start *lclass.Model) (lclass.Estimator, error) {
	solver, ok := solvers[s.Solver]
	if !ok {
		return nil, unknown("Solver", s.Solver, solvers)
	}
	loss, ok := losses[s.Loss]
	if !ok {
		return nil, unknown("Loss", s.Loss, losses)
	}
	if s.Loss != "" && s.Learner != "LinearSVM" {
		return nil, invalid.Setting("cluster: Spec.Loss", s.Loss, "it is for LinearSVM; %s has its own", s.Learner)
	}
	p := lclass.Penalty{Lambda: s.Lambda, Ratio: s.Ratio, Factors: s.Factors, Lower: s.Lower, Upper: s.Upper}
	learners := map[string]lclass.Estimator{
		"Logistic":             lclass.Logistic{Penalty: p, NoIntercept: s.NoIntercept, Solver: solver, Start: start},
		"Softmax":              lclass.Softmax{Penalty: p, NoIntercept: s.NoIntercept, Solver: solver, Start: start},
		"LinearSVM":            lclass.LinearSVM{Loss: loss, Penalty: p, NoIntercept: s.NoIntercept, Solver: solver, Start: start},
		"RegressionClassifier": lclass.RegressionClassifier{Penalty: p, NoIntercept: s.NoIntercept, Solver: solver, Start: start},
		"LinearRegression":     lclass.LinearRegression{Penalty: p, NoIntercept: s.NoIntercept, Solver: solver, Start: start},
	}
	e, ok := learners[s.Learner]
	if !ok {
		return nil, unknown("Learner", s.Learner, learners)
	}
	if s.Prepare == nil {
		return e, nil
	}
	pipeline := lclass.Pipeline{Of: e}
	for _, step := range s.Prepare {
		p, err := step.preparation()
		if err != nil {
			return nil, err
		}
		pipeline.Prepare = append(pipeline.Prepare, p)
	}
	return pipeline, nil
}

// unknown is the error of a field of Spec whose name is none of the known ones.
func unknown[V any](field, name string, known map[string]V) error {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(s string) bool { return s == "" })
	var value any
	if name != "" {
		value = name
	}
	return invalid.Setting("cluster: Spec."+field, value, "use one of %q", names)
}

// sums is what the sums of a worker depend on: not on the penalty nor on the solver, and on
// steps only as the query has them.
func (s Spec) sums() Spec {
	sums := Spec{Learner: s.Learner, Loss: s.Loss, NoIntercept: s.NoIntercept}
	if s.Prepare != nil {
		sums.Prepare = []Step{{Standardize: &lclass.Standardize{}}} // there are some
	}
	return sums
}
