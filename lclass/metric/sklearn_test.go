package metric_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

// sklearnCase is an entry of testdata/metrics.json, made by
// testdata/metrics.py with scikit-learn 1.2.1. A nil rate has no denominator.
type sklearnCase struct {
	Name      string
	K         int
	T, Y      []int
	S         []float64
	P         [][]float64
	Accuracy  float64
	Error     float64
	MSE       float64
	LogLoss   float64
	Confusion [][]float64
	Recall    []*float64
	Precision []*float64
	F1        []*float64
}

func TestAgreesWithScikitLearn(t *testing.T) {
	text, err := os.ReadFile("testdata/metrics.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []sklearnCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			p := mat.NewDense(len(c.P), c.K, nil)
			for i, row := range c.P {
				p.SetRow(i, row)
			}
			check(t, "accuracy", metric.WeightedAccuracy(c.T, c.Y, c.S), c.Accuracy)
			check(t, "error", metric.WeightedError(c.T, c.Y, c.S), c.Error)
			check(t, "mse", metric.WeightedMSE(floats(c.T), floats(c.Y), c.S), c.MSE)
			check(t, "log-loss", metric.WeightedLogLoss(c.T, p, c.S), c.LogLoss)

			m := metric.WeightedConfusion(c.T, c.Y, c.S, make([]string, c.K))
			check(t, "accuracy of the matrix", m.Accuracy(), c.Accuracy)
			for k := range c.K {
				for j, want := range c.Confusion[k] {
					check(t, "count", m.Counts.At(k, j), want)
				}
				check(t, "recall", m.Recall(k), orNaN(c.Recall[k]))
				check(t, "precision", m.Precision(k), orNaN(c.Precision[k]))
				check(t, "F1", m.F1(k), orNaN(c.F1[k]))
			}
		})
	}
}

func check(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}

func floats(t []int) []float64 {
	x := make([]float64, len(t))
	for i, v := range t {
		x[i] = float64(v)
	}
	return x
}
