package validate_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"linclass/lclass"
	"linclass/lclass/validate"
)

// A parameter without a fit or a score is left out, and the others are chosen
// from as if it had not been there.
func TestSkippedParameters(t *testing.T) {
	d := lclass.Must(iris(t).Positive("virginica"))
	spec := func(λ float64) lclass.Estimator { return lclass.Logistic{Penalty: lclass.L2(λ)} }
	path := func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Logistic{Penalty: lclass.L2(λ), Start: start}
	}
	type search = validate.Search[float64, *lclass.Model]
	byGrid := func(grid []float64) (*search, error) {
		return validate.GridSearch(d, fiveFolds, grid, spec, validate.MCC)
	}
	byPath := func(grid []float64) (*search, error) {
		return validate.PathSearch(d, fiveFolds, grid, path, validate.MCC)
	}
	drawn := func(grid []float64) (*search, error) {
		next := 0
		draw := func(*rand.Rand) float64 { next++; return grid[next-1] }
		return validate.RandomSearch(d, fiveFolds, len(grid), 1, draw, spec, validate.MCC)
	}
	for name, run := range map[string]func([]float64) (*search, error){"grid": byGrid, "path": byPath, "drawn": drawn} {
		want := lclass.Must(run([]float64{0.1, 0.001}))
		for _, c := range []struct {
			grid []float64
			bad  float64
			says string
		}{
			{[]float64{1000, 0.1, 0.001}, 1000, "MCC is NaN: it is undefined"}, // one class is predicted
			{[]float64{0.1, 0.001, -1}, -1, "Lambda = -1"},
			{[]float64{0.1, math.NaN(), 0.001}, math.NaN(), "Lambda = NaN"},
			{[]float64{math.Inf(1), 0.1, 0.001}, math.Inf(1), "Lambda = +Inf"},
		} {
			s, err := run(c.grid)
			if err != nil {
				t.Errorf("%s of %v: %v", name, c.grid, err)
				continue
			}
			if s.Best != want.Best || s.Mean() != want.Mean() || s.Grid[s.At] != s.Best || s.Model == nil {
				t.Errorf("%s of %v: best %v with %v, want %v with %v", name, c.grid, s.Best, s.Mean(), want.Best, want.Mean())
			}
			at := slices.IndexFunc(s.Grid, func(λ float64) bool { return λ == c.bad || math.IsNaN(λ) && math.IsNaN(c.bad) })
			v := s.Validations[at]
			for k := range v.Folds {
				if !strings.HasPrefix(v.Caveats[k], "no score: ") || !strings.Contains(v.Caveats[k], c.says) || !math.IsNaN(v.Scores[0].Test[k]) {
					t.Errorf("%s of %v, fold %d: %v, %q", name, c.grid, k+1, v.Scores[0].Test[k], v.Caveats[k])
				}
			}
			text := s.String()
			if !strings.HasPrefix(text, "skipped 1 of 3 parameters: ") || !strings.Contains(text, ", fold 1: "+v.Caveats[0]+"\n") || !strings.Contains(text, "\nbest of 3: ") || strings.Contains(text, "chosen among") {
				t.Errorf("%s of %v:\n%s", name, c.grid, text)
			}
		}
		s, err := run([]float64{5000, 1000})
		var fold *validate.FoldError
		if !errors.As(err, &fold) || fold.Fold != 1 || fold.Parameter != "5000" || s.At != -1 || s.Model != nil || s.Validations[1].Caveats[4] == "" {
			t.Errorf("%s, no parameter left: %v", name, err)
		}
		if text := s.String(); !strings.Contains(text, "skipped 2 of 2 parameters: 5000, fold 1: ") {
			t.Error(text)
		}
	}
}

// One fold is enough to skip a parameter, and no number of workers changes that.
func TestSkippedFold(t *testing.T) {
	scores := table{
		1: {4, 4, 4, 4, 4},
		2: {9, 9, 9, 9, math.NaN()},
		3: {5, 5, 5, 5, 5},
	}
	for workers := 1; workers < 4; workers++ {
		var told []validate.Progress
		o := validate.Options{Folds: validate.LeaveOneOut{}, OneSE: true, Train: true, Workers: workers, Progress: func(p validate.Progress) { told = append(told, p) }}
		s := scores.search(t, o, false, 2, 1, 3)
		if s.Best != 3 || s.Mean() != 5 || s.Validations[0].Scores[0].Test[3] != 9 || s.Validations[0].Caveats[3] != "" {
			t.Errorf("%d workers: %s", workers, s)
		}
		failed := slices.IndexFunc(told, func(p validate.Progress) bool { return math.IsNaN(p.Score) })
		if len(told) != 15 || failed < 0 || told[failed].Parameter != "2" || told[failed].Fold != 5 {
			t.Errorf("%d workers: told %v", workers, told)
		}
		text := lclass.Must(json.Marshal(s))
		var back validate.Search[float64, scored]
		if err := json.Unmarshal(text, &back); err != nil || back.Mean() != 5 || back.String() != s.String() {
			t.Errorf("read back: %v\n%s", err, back.String())
		}
	}
}

// The first scoring decides; others may be without a value.
func TestSecondScoreWithoutValue(t *testing.T) {
	d := iris(t)
	nan := validate.Scoring{Name: "luck", Of: func(_ validate.Predictor, d *lclass.Data) (float64, error) {
		if d.N() > 30 { // the training set
			return 0, errors.New("lclass: out of luck")
		}
		return math.NaN(), nil
	}}
	spec := func(float64) lclass.Estimator { return lclass.LDA{} }
	s := lclass.Must(validate.GridSearch(d, validate.Options{Folds: fiveFolds, Train: true}, []float64{1}, spec, validate.Accuracy, nan))
	if s.At != 0 || s.Model == nil || !math.IsNaN(s.Validations[0].Scores[1].Test[2]) || !strings.HasPrefix(s.Validations[0].Caveats[2], "no score: luck is NaN") {
		t.Errorf("%s\n%q", s, s.Validations[0].Caveats)
	}
	if text := s.String(); !strings.HasPrefix(text, "careful, 5 of 5 fits: no score: luck is NaN") {
		t.Error(text)
	}
	s = lclass.Must(validate.GridSearch(d, validate.Options{Folds: fiveFolds, Train: true}, []float64{1}, spec, validate.Accuracy, validate.Scoring{Name: "luck", Of: func(_ validate.Predictor, d *lclass.Data) (float64, error) {
		if d.N() > 30 {
			return 0, errors.New("lclass: out of luck")
		}
		return 1, nil
	}}))
	if c := s.Validations[0].Caveats[0]; c != "no score: training set: luck: out of luck" || s.Validations[0].Scores[1].Test[0] != 1 {
		t.Errorf("%q", c)
	}
}

// Parameters are tried one after the other, so that an interrupted search has
// some that were measured on all folds.
func TestInterruptedAmongMany(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := validate.Options{Folds: fiveFolds, Workers: 1, Progress: func(p validate.Progress) {
		if p.Done == 48 {
			cancel()
		}
	}}
	s, err := validate.GridSearch(iris(t).WithContext(ctx), o, lclass.LogSpace(1, 1e-3, 100), func(λ float64) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ)}
	}, validate.LogLoss)
	if !errors.Is(err, context.Canceled) || s.At != 8 || s.Model != nil { // the loss falls with λ
		t.Errorf("%v\n%s", err, s)
	}
	for k, score := range s.Validations[s.At].Scores[0].Test {
		if math.IsNaN(score) {
			t.Errorf("fold %d of the best parameter was not measured", k+1)
		}
	}
	if text := s.String(); !strings.Contains(text, " that were measured on all folds\n") || math.IsNaN(s.Mean()) {
		t.Error(text)
	}
}
