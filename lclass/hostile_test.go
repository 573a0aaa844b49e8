package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// learners are one of each, with the solver that nil stands for.
var learners = map[string]lclass.Estimator{
	"Perceptron":       lclass.Perceptron{},
	"Logistic":         lclass.Logistic{},
	"Softmax":          lclass.Softmax{},
	"LeastSquares":     lclass.LeastSquares{},
	"LinearRegression": lclass.LinearRegression{},
	"Firth":            lclass.Firth{},
}

// learn fits and checks what every model must be: finite, with a finite loss.
func learn(t *testing.T, e lclass.Estimator, d *lclass.Data) *lclass.Model {
	t.Helper()
	m, err := e.Fit(d)
	if err != nil {
		t.Errorf("%#v: %v", e, err)
		return nil
	}
	if !isFinite(parameters(m)) || !isFinite([]float64{m.Status.Loss}) {
		t.Errorf("%#v: W, b = %v, loss %v", e, parameters(m), m.Status.Loss)
		return nil
	}
	return m
}

// both makes classes 0 and 1 that serve as classes and as numbers.
func both(t *testing.T, x mat.Matrix, class []int) *lclass.Data {
	t.Helper()
	d, err := lclass.RegressionFromMatrix(x, numbers(class))
	return must(t, d, err)
}

func failure[T any](_ T, err error) error { return err }

// Columns of scale 1e-12 to 1e12 beside each other, with a penalty that stands
// in the units of the features, against a fit by coordinates: the same problem
// with the columns at scale 1 cannot be compared, but its gradient can be 0.
func TestPenaltyWithColumnsOfAllScales(t *testing.T) {
	x, class := clouds(60, 3, 2, 2)
	for i := range 60 {
		for j, by := range []float64{1e-12, 1, 1e12} {
			x.Set(i, j, by*x.At(i, j))
		}
	}
	d := both(t, x, class)
	var w []float64
	for _, s := range []lclass.Solver{lclass.Newton{}, lclass.QuasiNewton{Tol: 1e-14}} {
		m := learn(t, lclass.Logistic{Penalty: lclass.L2(0.01), Solver: s}, d)
		if m == nil || m.Status.Err() != nil {
			t.Fatal(m)
		}
		if w == nil {
			w = parameters(m)
		}
		// In units of what each column can do to a score.
		for j, by := range []float64{1e-12, 1, 1e12, 1} {
			near(t, fmt.Sprintf("%T: weight %d", s, j), []float64{by * parameters(m)[j]}, []float64{by * w[j]}, 1e-6)
		}
	}
	// The tiny column is shrunk to nothing, the huge one not at all.
	if math.Abs(1e-12*w[0]) > 1e-12 || math.Abs(1e12*w[2]) < 0.01 {
		t.Errorf("weights %v", w)
	}
	ridge := func(s lclass.Solver) []float64 {
		return parameters(learn(t, lclass.LinearRegression{Penalty: lclass.L2(0.01), Solver: s}, d))
	}
	closed, newton := ridge(nil), ridge(lclass.Newton{})
	for j, by := range []float64{1, 1, 1e12, 1} {
		near(t, fmt.Sprint("ridge weight ", j), []float64{by * closed[j]}, []float64{by * newton[j]}, 1e-9)
	}
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	x, class := clouds(10, 2, 2, 1)
	d := both(t, x, class)
	nan, inf := math.NaN(), math.Inf(1)
	descent := func(s lclass.Descent) lclass.Estimator { return lclass.Logistic{Solver: s} }
	for _, c := range []struct {
		e    lclass.Estimator
		want error
	}{
		{lclass.Perceptron{Eta: -1}, &lclass.SettingError{Setting: "Eta", Value: -1}},
		{lclass.Perceptron{Eta: nan}, &lclass.SettingError{Setting: "Eta", Value: math.NaN()}},
		{lclass.Perceptron{Eta: inf}, &lclass.SettingError{Setting: "Eta", Value: math.Inf(1)}},
		{lclass.Perceptron{Epochs: -1}, &lclass.SettingError{Setting: "Epochs", Value: -1}},
		{lclass.Perceptron{Batch: -2}, &lclass.SettingError{Setting: "Batch", Value: -2}},
		{lclass.Perceptron{W0: []float64{1}}, &invalid.LengthError{Of: "values of Perceptron.W0", Have: 1, Want: 2}},
		{lclass.Perceptron{W0: []float64{1, nan}}, &lclass.SettingError{Setting: "Perceptron.W0 or B0", Value: math.NaN()}},
		{lclass.Perceptron{B0: inf}, &lclass.SettingError{Setting: "Perceptron.W0 or B0", Value: math.Inf(1)}},
		{lclass.Perceptron{Rosenblatt: true, ZeroOne: true}, &lclass.SettingError{Setting: "Perceptron.ZeroOne", Value: true}},
		{descent(lclass.Descent{Eta: -0.1}), &lclass.SettingError{Setting: "Eta", Value: -0.1}},
		{descent(lclass.Descent{Eta: inf}), &lclass.SettingError{Setting: "Eta", Value: math.Inf(1)}},
		{descent(lclass.Descent{Epochs: -5}), &lclass.SettingError{Setting: "Epochs", Value: -5}},
		{descent(lclass.Descent{Batch: -5}), &lclass.SettingError{Setting: "Batch", Value: -5}},
		{descent(lclass.Descent{Tol: nan}), &lclass.SettingError{Setting: "Descent.Tol", Value: math.NaN()}},
		{lclass.Logistic{Solver: lclass.Newton{Tol: -1}}, &lclass.SettingError{Setting: "Newton.Tol", Value: -1}},
		{lclass.Logistic{Solver: lclass.Newton{MaxIter: -1}}, &lclass.SettingError{Setting: "Newton.MaxIter", Value: -1}},
		{lclass.Softmax{Solver: lclass.QuasiNewton{MaxIter: -1}}, &lclass.SettingError{Setting: "QuasiNewton.MaxIter", Value: -1}},
		{lclass.Logistic{Penalty: lclass.L2(-1)}, &lclass.SettingError{Setting: "Penalty.Lambda", Value: -1}},
		{lclass.Softmax{Penalty: lclass.L2(nan)}, &lclass.SettingError{Setting: "Penalty.Lambda", Value: math.NaN()}},
		{lclass.LinearRegression{Penalty: lclass.L2(inf)}, &lclass.SettingError{Setting: "Penalty.Lambda", Value: math.Inf(1)}},
		{lclass.Firth{Tol: -1}, &lclass.SettingError{Setting: "Firth.Tol", Value: -1}},
		{lclass.Firth{MaxIter: -1}, &lclass.SettingError{Setting: "Firth.MaxIter", Value: -1}},
		{lclass.LeastSquares{Penalty: lclass.L2(-2)}, &lclass.SettingError{Setting: "Penalty.Lambda", Value: -2}},
		{lclass.Logistic{Solver: lclass.ClosedForm{}}, &lclass.SettingError{Setting: "Solver", Value: "ClosedForm"}},
		{lclass.Softmax{Penalty: lclass.L1(0.1), Solver: lclass.Newton{}}, &lclass.SettingError{Setting: "Solver", Value: "Newton"}},
		{lclass.LinearRegression{Penalty: lclass.L1(0.1), Solver: lclass.ClosedForm{}}, &lclass.SettingError{Setting: "Solver", Value: "ClosedForm"}},
		{lclass.Logistic{Penalty: lclass.ElasticNet(0.1, 2)}, &lclass.SettingError{Setting: "Penalty.Ratio", Value: 2}},
		{descent(lclass.Descent{Momentum: 1}), &lclass.SettingError{Setting: "Momentum", Value: 1}},
		{descent(lclass.Descent{Schedule: lclass.InverseTime{Decay: -1}}), &lclass.SettingError{Setting: "InverseTime.Decay", Value: -1}},
	} {
		m, err := c.e.Fit(d)
		if m != nil {
			t.Errorf("%#v: there is a model", c.e)
		}
		fails(t, err, c.want)
		for _, err := range c.e.(stepper).Steps(d) {
			fails(t, err, c.want)
		}
	}
}

// A learning rate that is far too large leaves the range of float64, and Fit
// and Steps say so.
func TestDivergence(t *testing.T) {
	x, class := clouds(20, 2, 2, 1)
	d := both(t, x, class)
	for _, e := range []lclass.Estimator{
		lclass.LinearRegression{Solver: lclass.Descent{Eta: 100, Epochs: 10000}},
		lclass.LinearRegression{Solver: lclass.Descent{Eta: 100, Epochs: 10000, Batch: 1}},
		lclass.Perceptron{Eta: 1e308, Epochs: 10000},
		lclass.Logistic{Solver: lclass.Descent{Eta: 1e308, Epochs: 10000}},
	} {
		m, err := e.Fit(d)
		if m != nil || !errors.Is(err, lclass.ErrDiverged) {
			t.Errorf("%#v: model %v, error %v", e, m != nil, err)
			continue
		}
		fails(t, err, lclass.ErrDiverged)
		var last error
		for s, err := range e.(stepper).Steps(d) {
			if last = err; err == nil && !isFinite(append(s.B, s.Loss)) {
				t.Errorf("%#v: step %d has loss %v, b %v", e, s.Epoch, s.Loss, s.B)
			}
		}
		if !errors.Is(last, lclass.ErrDiverged) {
			t.Errorf("%#v: Steps ends with %v", e, last)
		}
	}
}

// Values near the end of float64 give the model that they give at size 1, in
// their units, or an error that names the column.
func TestHugeAndTinyValues(t *testing.T) {
	x, class := clouds(20, 2, 2, 1)
	d := both(t, x, class)
	for _, size := range []float64{1e-300, 1e-149, 1e-100, 1e100, 1e149, 1e300} {
		var y mat.Dense
		y.Scale(size, x)
		scaled := both(t, &y, class)
		for name, e := range learners {
			m, err := e.Fit(scaled)
			switch {
			case name == "Perceptron":
				if err != nil && !errors.Is(err, lclass.ErrDiverged) || err == nil && !isFinite(parameters(m)) {
					t.Errorf("%s at %v: %v, %v", name, size, m, err)
				}
			case size < 1e-150 || size > 1e150:
				if m != nil {
					t.Errorf("%s at %v: %v", name, size, m)
				}
				fails(t, err, &lclass.ValueError{Err: lclass.ErrOverflow, Column: "x1", Row: -1})
			case err != nil:
				t.Errorf("%s at %v: %v", name, size, err)
			default:
				z, err := m.Scores(scaled)
				want, err2 := learn(t, e, d).Scores(d)
				must(t, want, err2)
				near(t, fmt.Sprint(name, " at ", size), must(t, z, err).RawMatrix().Data, want.RawMatrix().Data, 1e-9)
			}
		}
	}
	for _, size := range []float64{1e-300, 1e200} {
		numbers := make([]float64, 20)
		for i := range numbers {
			numbers[i] = size * float64(i)
		}
		far, err := lclass.RegressionFromMatrix(x, numbers)
		var unit *lclass.ValueError
		if m, err := (lclass.LinearRegression{}).Fit(must(t, far, err)); m != nil || !isValue(err, lclass.ErrOverflow, &unit) || unit.Column != "t" {
			t.Errorf("targets of %v: %v, %v", size, m, err)
		}
	}
}
