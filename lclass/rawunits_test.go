package lclass_test

import (
	"fmt"
	"testing"

	"linclass/lclass"
)

func standardising(of lclass.Estimator) lclass.Pipeline {
	return lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: of}
}

func TestRawUnitsKeepAllPredictions(t *testing.T) {
	x, class := clouds(90, 3, 3, 5)
	for i := range 90 {
		x.Set(i, 0, 1e3+50*x.At(i, 0))
		x.Set(i, 1, 1e-6*x.At(i, 1))
	}
	three, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, three, err)
	two, err := three.Positive("c1")
	must(t, two, err)
	numbers, err := lclass.RegressionFromMatrix(x, numbers(class))
	must(t, numbers, err)
	l2 := lclass.L2(0.01)
	for _, c := range []struct {
		e lclass.Estimator
		d *lclass.Data
	}{
		{lclass.Logistic{Penalty: l2}, two}, {lclass.Perceptron{Epochs: 3}, two}, {lclass.LDA{}, three}, {lclass.Softmax{Penalty: l2}, three},
		{lclass.OneVsRest{Of: lclass.Logistic{Penalty: l2}}, three}, {lclass.OneVsOne{Of: lclass.LinearSVM{Penalty: l2}}, three},
		{lclass.LeastSquares{}, three}, {lclass.LinearRegression{Penalty: lclass.L1(0.01)}, numbers},
	} {
		m := learn(t, standardising(c.e), c.d)
		raw, err := m.RawUnits()
		must(t, raw, err)
		name := fmt.Sprintf("%T", c.e)
		want, err := m.Scores(c.d)
		must(t, want, err)
		got, err := raw.Scores(c.d)
		near(t, name+": scores", must(t, got, err).RawMatrix().Data, want.RawMatrix().Data, 1e-12)
		if m.Output != lclass.Identity {
			want, err := m.Predict(c.d)
			must(t, want, err)
			got, err := raw.Predict(c.d)
			equal(t, name+": classes", must(t, got, err), want)
		}
		equal(t, name+": status", raw.Status, m.Status)
		equal(t, name+": the model is as it was", parameters(learn(t, standardising(c.e), c.d)), parameters(m))
	}
}

// Without a penalty a fit in other units is the same fit.
func TestRawUnitsOfAFitWithoutPenalty(t *testing.T) {
	d := irisData(t, true)
	raw, err := learn(t, standardising(lclass.Logistic{}), d).RawUnits()
	near(t, "W and b", parameters(must(t, raw, err)), parameters(learn(t, lclass.Logistic{}, d)), 1e-8)
}
