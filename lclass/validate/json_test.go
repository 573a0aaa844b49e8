package validate_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass"
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
