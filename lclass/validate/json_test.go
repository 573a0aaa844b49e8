package validate_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

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
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if back.String() != s.String() || back.SE() != s.SE() || !mat.Equal(back.Model.W, s.Model.W) || !mat.Equal(back.Validations[1].Models[4].W, s.Validations[1].Models[4].W) {
		t.Errorf("got\n%s\nwant\n%s", &back, s)
	}
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
	for text, says := range map[string]string{
		`{"name":"","test":["much"]}`:         "$.test: a score is much",
		`{"name":"","test":[],"train":[[1]]}`: "$.train: a score is [1]",
		`{"test":7}`:                          "$.test: it is 7; it must be a list",
		`{"test":["+Inf",1]`:                  "unexpected end",
	} {
		if err := json.Unmarshal([]byte(text), &back); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: error %v, want one with %q", text, err, says)
		}
	}
}
