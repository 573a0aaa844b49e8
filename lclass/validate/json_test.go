package validate_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/lclass/calibrate"
	"linclass/lclass/decide"
	"linclass/lclass/internal/strictjson/faults"
	"linclass/lclass/metric"
	"linclass/lclass/validate"
)

// A search can be kept between the cells of a notebook.
func TestSearchAsJSON(t *testing.T) {
	s := lclass.Must(validate.GridSearch(iris(t), validate.Options{Folds: fiveFolds, Train: true, Models: true}, []float64{0.1, 0.01}, func(λ float64) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ)}
	}, validate.LogLoss))
	text := lclass.Must(json.Marshal(s))
	var back validate.Search[float64, *lclass.Model]
	errtest.None(t, json.Unmarshal(text, &back))
	if back.String() != s.String() || back.SE() != s.SE() || !mat.Equal(back.Model.W, s.Model.W) || !mat.Equal(back.Validations[1].Models[4].W, s.Validations[1].Models[4].W) {
		t.Errorf("got\n%s\nwant\n%s", &back, s)
	}
}

// placeOf returns the path of a FileError.
func placeOf(err error) string {
	var at *lclass.FileError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &at):
		return at.Path
	case errors.As(err, &syntax):
		return "not JSON"
	}
	return fmt.Sprint(err)
}

func TestScoresAsJSON(t *testing.T) {
	s := validate.Scores{Name: "log-loss", LowerIsBetter: true, Test: []float64{1.0 / 3, math.Inf(1), math.Inf(-1)}, Train: []float64{0, 1e-300, -0.5}}
	var back validate.Scores
	if err := json.Unmarshal(lclass.Must(json.Marshal(s)), &back); err != nil || !reflect.DeepEqual(back, s) {
		t.Errorf("%v, error %v; want %v", back, err, s)
	}
	s.Test[0] = math.NaN()
	if err := json.Unmarshal(lclass.Must(json.Marshal(s)), &back); err != nil || !math.IsNaN(back.Test[0]) {
		t.Errorf("%v, error %v; want %v", back, err, s)
	}
	for text, at := range map[string]string{
		`{"name":"","test":["much"]}`:         "$.test",
		`{"name":"","test":[],"train":[[1]]}`: "$.train",
		`{"test":7}`:                          "$.test",
		`{"test":["+Inf",1]`:                  "not JSON",
	} {
		if err := json.Unmarshal([]byte(text), &back); placeOf(err) != at {
			t.Errorf("%s: error %v, want one at %s", text, err, at)
		}
	}
}

// Keep tells learners apart by what they would learn.
func TestLearnersAsParameters(t *testing.T) {
	base := calibratedOf(lclass.LDA{})
	steps, folds, together := base, base, base
	steps.By, folds.Folds, together.Ensemble = calibrate.Steps, validate.KFold{K: 3}, true
	seen := map[string]int{}
	for i, spec := range []any{base, steps, folds, together, calibratedOf(lclass.LeastSquares{}), tuned{Of: lclass.LDA{}}, tuned{Of: lclass.LDA{}, Folds: validate.KFold{K: 3}}, tuned{}} {
		text := string(lclass.Must(json.Marshal(spec)))
		if other, ok := seen[text]; ok {
			t.Errorf("learners %d and %d are both %s", other, i, text)
		}
		seen[text] = i
	}
	base.By = calibrate.Sigmoid // the default
	if text := string(lclass.Must(json.Marshal(base))); seen[text] != 0 {
		t.Errorf("the default is %s", text)
	}
	base.By = func([]int, []float64, []float64) (calibrate.Map, error) { return half{}, nil }
	for setting, spec := range map[string]any{
		"Calibrated.By": base,
		"Tuned.Choose":  tuned{Of: lclass.LDA{}, Choose: func(*metric.Ranking) (decide.Choice, error) { return decide.Choice{}, nil }},
	} {
		_, err := json.Marshal(spec)
		fails(t, err, &lclass.SettingError{Setting: setting}, "JSON cannot represent")
	}
}

// Validations and models go from cell to cell.
func TestKeepValidations(t *testing.T) {
	t.Setenv("LCLASS_KEEP", t.TempDir())
	d, l := virginica(t), calibratedOf(lclass.LinearSVM{Penalty: lclass.L2(0.01)})
	type validation = validate.Validation[*validate.CalibratedModel[*lclass.Model]]
	fit := func() (*validation, error) {
		return validate.CrossValidate(d, validate.Options{Folds: fiveFolds, Models: true}, l, validate.LogLoss)
	}
	first := lclass.Must(lclass.Keep("validation", fit, l))
	again := lclass.Must(lclass.Keep("validation", func() (*validation, error) { t.Error("not kept"); return fit() }, l))
	if again.String() != first.String() || again.Models[4].String() != first.Models[4].String() || again.Mean() != first.Mean() {
		t.Errorf("kept\n%v\nfirst\n%v", again, first)
	}
	n := func() (*validate.NestedSearch[float64, *lclass.Model], error) {
		return validate.Nested(d, validate.KFold{K: 3, Stratify: true}, fiveFolds, []float64{1, 0.1}, func(λ float64) lclass.Estimator {
			return lclass.Logistic{Penalty: lclass.L2(λ)}
		}, validate.LogLoss)
	}
	a, b := lclass.Must(lclass.Keep("nested", n)), lclass.Must(lclass.Keep("nested", n))
	if a.String() != b.String() || b.Searches[2].Best != a.Searches[2].Best {
		t.Errorf("kept\n%v\nfirst\n%v", b, a)
	}
}

var update = flag.Bool("update", false, "write the model files of this version again")

// keptModels are one of each kind and number of classes.
func keptModels(t testing.TB) map[string]any {
	t.Helper()
	d := lclass.Must(lclass.FromMatrix(
		mat.NewDense(12, 1, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
		[]int{0, 0, 1, 0, 1, 1, 2, 1, 2, 2, 1, 2}, []string{"a", "b", "c"}))
	two := lclass.Must(d.Positive("b"))
	steps := calibratedOf(lclass.LeastSquares{})
	steps.By, steps.Folds = calibrate.Steps, validate.KFold{K: 2, Stratify: true}
	sigmoid := calibratedOf(lclass.RegressionClassifier{})
	sigmoid.Ensemble, sigmoid.Folds = true, validate.KFold{K: 2, Stratify: true}
	return map[string]any{
		"calibratedmodel_v1_steps":   lclass.Must(steps.Fit(d)),
		"calibratedmodel_v1_sigmoid": lclass.Must(sigmoid.Fit(two)),
		"tunedmodel_v1":              lclass.Must(tuned{Of: lclass.RegressionClassifier{}, Folds: validate.KFold{K: 2, Stratify: true}}.Fit(two)),
		"tunedmodel_v1_never":        lclass.Must(tuned{Of: lclass.RegressionClassifier{}, Folds: validate.KFold{K: 2, Stratify: true}, Choose: never}.Fit(two)),
	}
}

// Files that were written by this version are read by those that follow.
func TestKeptFiles(t *testing.T) {
	for name, m := range keptModels(t) {
		file := filepath.Join("testdata", name+".json")
		if *update {
			errtest.None(t, os.WriteFile(file, append(lclass.Must(json.Marshal(m)), '\n'), 0o644))
		}
		text := lclass.Must(os.ReadFile(file))
		var back any = new(validate.CalibratedModel[*lclass.Model])
		if strings.HasPrefix(name, "tuned") {
			back = new(validate.TunedModel[*lclass.Model])
		}
		if err := json.Unmarshal(text, back); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if again := string(lclass.Must(json.Marshal(back))) + "\n"; again != string(text) {
			t.Errorf("%s: read and written again\n%s\nfile\n%s", name, again, text)
		}
		if got, want := back.(interface{ String() string }).String(), m.(interface{ String() string }).String(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Whatever is read as a model can be used and written, and nothing that is damaged
// from there.
func FuzzFittedJSON(f *testing.F) {
	for _, m := range keptModels(f) {
		text := lclass.Must(json.Marshal(m))
		f.Add(text)
		for fault := range faults.Of(text, named) {
			f.Add(fault.Text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for name, empty := range map[string]func() fitted{
			"calibrated": func() fitted { return new(validate.CalibratedModel[*lclass.Model]) },
			"tuned":      func() fitted { return new(validate.TunedModel[*lclass.Model]) },
		} {
			m := empty()
			if json.Unmarshal(text, m) != nil {
				continue
			}
			usable(t, m)
			refusesFaults(t, name, text, 20, empty)
		}
	})
}
