package lclass_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"linclass/lclass"
	"linclass/lclass/validate"
)

// shown is what all results of package validate can do.
type shown interface {
	String() string
	HTML() string
}

// validations are all that can be asked of folds of hostile data: what comes back,
// and the scores that must be defined if there is no error.
func validations(d *lclass.Data, folds validate.Folds, of func(λ float64) lclass.Estimator) map[string]func() (any, []validate.Scores, error) {
	type model = *lclass.Model
	scorings := []validate.Scoring{validate.Accuracy, validate.BalancedAccuracy, validate.AUC}
	all := func(list ...*validate.Validation[model]) (scores []validate.Scores) {
		for _, v := range list {
			scores = append(scores, v.Scores...)
		}
		return scores
	}
	path := func(λ float64, _ *lclass.Model) lclass.Estimator { return of(λ) }
	lambdas := []float64{0.1, 1e-3}
	search := func(s *validate.Search[float64, model], err error) (any, []validate.Scores, error) {
		if s == nil {
			return nil, nil, err
		}
		if err == nil && (s.At < 0 || s.Model == nil || math.IsNaN(s.Mean())) {
			err = fmt.Errorf("best %v at %d, mean %v, model %v", s.Best, s.At, s.Mean(), s.Model)
		}
		return s, all(s.Validations...), err
	}
	return map[string]func() (any, []validate.Scores, error){
		"CrossValidate": func() (any, []validate.Scores, error) {
			v, err := validate.CrossValidate(d, folds, of(0.1), scorings...)
			if v == nil {
				return nil, nil, err
			}
			return v, v.Scores, err
		},
		"GridSearch": func() (any, []validate.Scores, error) {
			return search(validate.GridSearch(d, validate.Options{Folds: folds, Train: true, OneSE: true}, lambdas, of, scorings...))
		},
		"PathSearch": func() (any, []validate.Scores, error) {
			return search(validate.PathSearch(d, folds, lambdas, path, scorings...))
		},
		"RandomSearch": func() (any, []validate.Scores, error) {
			return search(validate.RandomSearch(d, folds, 2, 1, func(r *rand.Rand) float64 { return r.Float64() }, of, scorings...))
		},
		"Nested": func() (any, []validate.Scores, error) {
			n, err := validate.Nested(d, folds, validate.KFold{K: 2, Seed: 2}, lambdas, of, scorings...)
			if n == nil {
				return nil, nil, err
			}
			return n, n.Scores, err
		},
		"LearningCurve": func() (any, []validate.Scores, error) {
			c, err := validate.LearningCurve(d, folds, []float64{0.2, 1}, of(0.1), scorings...)
			if c == nil {
				return nil, nil, err
			}
			return c, all(c.Validations...), err
		},
		"PermutationTest": func() (any, []validate.Scores, error) {
			r, err := validate.PermutationTest(d, folds, of(0.1), validate.Permutations(d.N(), 4, 1), scorings[0])
			if r == nil {
				return nil, nil, err
			}
			if !(r.P > 0 && r.P <= 1) || r.String() == "" {
				err = fmt.Errorf("p = %v", r.P)
			}
			return nil, []validate.Scores{{Test: append(r.Permuted, r.Score)}}, err
		},
	}
}

// Folds of hostile data have scores that are defined, or an error that says in
// which fold, and for which parameter, there is none, and why.
func TestSearchesSurvive(t *testing.T) {
	forNumbers(t)
	of := func(λ float64) lclass.Estimator {
		return lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Logistic{Penalty: lclass.L2(λ)}}
	}
	for _, h := range hostileData {
		for name, folds := range map[string]validate.Folds{"plain": validate.KFold{K: 3, Seed: 1}, "stratified": validate.KFold{K: 3, Seed: 1, Stratify: true}} {
			d := h.data(t, 2)
			for what, ask := range validations(d, folds, of) {
				t.Run(h.name+"/"+name+"/"+what, func(t *testing.T) {
					t.Parallel()
					h.checkScores(t, ask)
				})
			}
		}
	}
}

func (h hostile) checkScores(t *testing.T, ask func() (any, []validate.Scores, error)) {
	t.Helper()
	var scores []validate.Scores
	result, err := fitted(func() (*any, error) {
		v, s, err := ask()
		scores = s
		return &v, err
	})
	if r, ok := (*result).(shown); ok {
		_, _ = r.String(), r.HTML()
		if _, err := json.Marshal(r); err != nil {
			t.Errorf("it cannot be written: %v", err)
		}
	}
	if err == nil {
		for _, s := range scores {
			for _, v := range append(s.Test, s.Train...) {
				if math.IsNaN(v) && !skips(*result) {
					t.Errorf("%s: scores %v, training %v", s.Name, s.Test, s.Train)
				}
			}
		}
		return
	}
	var unit *lclass.ValueError
	isOfFold := errors.As(err, new(*validate.FoldError))
	switch {
	case isOfFold && isValue(err, lclass.ErrOverflow, &unit):
		equal(t, "unit", unit.Column, h.unit)
	case isOfFold && (errors.Is(err, lclass.ErrOneClass) || errors.Is(err, lclass.ErrNoSamples) || errors.Is(err, validate.ErrUndefined)):
	case errors.As(err, new(*lclass.SettingError)): // too few samples for the folds
	default:
		t.Error(err)
	}
}

// skips reports whether a search says that it goes on without some score.
func skips(result any) bool {
	s, ok := result.(*validate.Search[float64, *lclass.Model])
	return ok && strings.Contains(s.String(), "no score: ")
}

// Folds that have nothing to learn from or to measure say so, and which.
func TestFoldsWithoutSamplesSurvive(t *testing.T) {
	x, class := clouds(30, 2, 2, 1)
	sorted := make([]int, 30)
	weight := make([]float64, 30)
	for i := range sorted {
		sorted[i] = i / 10 % 2
		if i < 10 {
			continue
		}
		weight[i] = 1
	}
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	var mixed []int
	for i := range 10 {
		mixed = append(mixed, i, 10+i)
	}
	bySort, err := lclass.FromMatrix(x, sorted, classNames(2))
	must(t, bySort, err)
	done, cancel := context.WithCancel(t.Context())
	cancel()
	of := func(λ float64) lclass.Estimator { return lclass.Logistic{Penalty: lclass.L2(λ)} }
	for name, c := range map[string]struct {
		d     *lclass.Data
		folds validate.Folds
		words []string
		is    error
	}{
		"nothing counts in a test set":     {weigh(t, d, weight), validate.KFold{K: 3}, []string{"fold 1 of 3", "the weights of all 10 samples are 0"}, lclass.ErrNoSamples},
		"nothing counts in a training set": {weigh(t, d, weight), own{{Train: seq(0, 10), Test: seq(10, 30)}}, []string{"fold 1 of 1"}, lclass.ErrNoSamples},
		"one class to learn from":          {bySort, own{{Train: seq(0, 10), Test: seq(10, 30)}}, []string{"fold 1 of 1", `"c0"`}, lclass.ErrOneClass},
		"one class to measure":             {bySort, own{{Train: mixed, Test: seq(20, 30)}}, []string{"fold 1 of 1", "AUC: all 10 samples are of class", "Stratify"}, validate.ErrUndefined},
		"no time":                          {d.WithContext(done), validate.KFold{K: 3}, []string{"fold 1 of 3"}, context.Canceled},
	} {
		for what, ask := range validations(c.d, c.folds, of) {
			if what == "PermutationTest" && name == "one class to measure" {
				continue // by accuracy, which measures one class
			}
			t.Run(name+"/"+what, func(t *testing.T) {
				result, scores, err := ask()
				if name == "one class to measure" && skips(result) { // by its second scoring
					if err != nil {
						t.Error(err)
					}
					return
				}
				fails(t, err, c.is, append([]string{"validate: "}, c.words...)...)
				if r, ok := result.(shown); ok {
					_, _ = r.String(), r.HTML()
				}
				for _, s := range scores {
					for _, v := range s.Test {
						if !math.IsNaN(v) && name == "no time" {
							t.Errorf("scores %v", s.Test)
						}
					}
				}
			})
		}
	}
}

// own are folds that are given.
type own []validate.Fold

func (f own) Split(*lclass.Data) ([]validate.Fold, error) { return f, nil }

// Scores that are all the same, infinite too, choose the first parameter of the
// grid, and the largest λ of a path.
func TestSearchesSurviveTies(t *testing.T) {
	d := hostileData[0].data(t, 2)
	of := func(λ float64) lclass.Estimator { return lclass.Logistic{Penalty: lclass.L2(λ)} }
	for _, score := range []float64{0, 1, -1e308, 1e308, math.Inf(1), math.Inf(-1)} {
		for _, smaller := range []bool{false, true} {
			for _, oneSE := range []bool{false, true} {
				same := validate.Scoring{Name: "same", LowerIsBetter: smaller, Of: func(validate.Predictor, *lclass.Data) (float64, error) { return score, nil }}
				name := fmt.Sprintf("%v, smaller %v, OneSE %v", score, smaller, oneSE)
				s, err := validate.GridSearch(d, validate.Options{Folds: validate.KFold{K: 3}, OneSE: oneSE}, []float64{0.1, 1, 0.01}, of, same)
				equal(t, name, must(t, s, err).Best, 0.1)
				equal(t, name, s.Model != nil, true)
				again := reread(t, s)
				equal(t, name, again.String(), s.String())
				path, err := validate.PathSearch(d, validate.Options{Folds: validate.KFold{K: 3}, OneSE: oneSE}, []float64{0.1, 1, 0.01}, func(λ float64, _ *lclass.Model) lclass.Estimator { return of(λ) }, same)
				equal(t, name, must(t, path, err).Best, 1)
				r, err := validate.PermutationTest(d, validate.KFold{K: 3}, of(1), validate.Permutations(d.N(), 3, 1), same)
				equal(t, name, must(t, r, err).P, 1)
			}
		}
	}
	none := validate.Scoring{Name: "none", Of: func(validate.Predictor, *lclass.Data) (float64, error) { return math.NaN(), nil }}
	s, err := validate.GridSearch(d, validate.KFold{K: 3}, []float64{0.1}, of, none)
	fails(t, err, validate.ErrUndefined, "fold 1 of 3, parameter 0.1: none is NaN")
	equal(t, "Best of none", s.At, -1)
}
