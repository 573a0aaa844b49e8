package lclass_test

import (
	"fmt"
	"math"
	"testing"

	"linclass/datasets"
	"linclass/lclass"
)

// A model of standardised features says of raw samples, once undone, what it
// says of standardised ones, whatever it makes of its scores.
func TestUndoKeepsAllPredictions(t *testing.T) {
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
		s := lclass.NewStandardizer(c.d)
		standard, err := s.Apply(c.d)
		m := learn(t, c.e, must(t, standard, err))
		raw, err := s.Undo(m)
		must(t, raw, err)
		name := fmt.Sprintf("%T", c.e)
		want, err := m.Scores(standard)
		must(t, want, err)
		got, err := raw.Scores(c.d)
		near(t, name+": scores", must(t, got, err).RawMatrix().Data, want.RawMatrix().Data, 1e-12)
		if m.Output != lclass.Identity {
			want, err := m.Predict(standard)
			must(t, want, err)
			got, err := raw.Predict(c.d)
			equal(t, name+": classes", must(t, got, err), want)
		}
		equal(t, name+": status", raw.Status, m.Status)
		equal(t, name+": the model is as it was", parameters(learn(t, c.e, standard)), parameters(m))
	}
}

// Without a penalty a fit in other units is the same fit.
func TestUndoIsTheFitInRawUnits(t *testing.T) {
	d := irisData(t, true)
	s := lclass.NewStandardizer(d)
	standard, err := s.Apply(d)
	m := learn(t, lclass.Logistic{}, must(t, standard, err))
	raw, err := s.Undo(m)
	near(t, "W and b", parameters(must(t, raw, err)), parameters(learn(t, lclass.Logistic{}, d)), 1e-8)
}

// The direction of separated classes is one of raw features, too.
func TestUndoOfTheDirection(t *testing.T) {
	x := fromRows([][]float64{{100, 1}, {101, 3}, {110, 2}, {111, 5}})
	d, err := lclass.FromMatrix(x, []int{0, 0, 1, 1}, classNames(2))
	s := lclass.NewStandardizer(must(t, d, err))
	standard, err := s.Apply(d)
	m, err2 := lclass.Logistic{}.Fit(must(t, standard, err))
	raw, err := s.Undo(must(t, m, err2))
	must(t, raw, err)
	if raw.Direction == nil {
		t.Fatalf("no direction: %v", m.Status)
	}
	for i := range d.N() {
		at := func(m *lclass.Model, x []float64) float64 {
			v := m.Direction.RawRowView(0)
			return v[0]*x[0] + v[1]*x[1] + v[2]
		}
		near(t, "direction", []float64{at(raw, d.Row(i))}, []float64{at(m, standard.Row(i))}, 1e-12)
	}
}

func TestUndoThatCannotBe(t *testing.T) {
	s := &lclass.Standardizer{Features: []string{"x1", "x2"}, Mean: []float64{1, 2}, Std: []float64{3, 4}}
	m := byRule(lclass.SigmoidOutput)
	raw, err := s.Undo(m)
	near(t, "by hand", parameters(must(t, raw, err)), []float64{1. / 3, 0, -1 - 1./3}, 1e-15)
	m.Features = []string{"x1", "y"}
	mentions(t, failure(s.Undo(m)), `"x2" in the standardizer`, `"y" in the model`)
	m.Features = []string{"x1"}
	mentions(t, failure(s.Undo(m)), "names for 1")
	mentions(t, failure(s.Undo(nil)), "model is nil")
	m = byRule(lclass.SigmoidOutput)
	for _, c := range []struct {
		mean, std []float64
		words     []string
	}{
		{[]float64{1}, []float64{3, 4}, []string{"2 features", "1 means"}},
		{[]float64{1, 2}, []float64{3, 0}, []string{`"x2"`, "deviation 0"}},
		{[]float64{math.NaN(), 2}, []float64{3, 1}, []string{`"x1"`, "mean NaN"}},
		{[]float64{1, 2}, []float64{math.SmallestNonzeroFloat64, 1}, []string{"overflow in the original units"}},
	} {
		s := &lclass.Standardizer{Features: []string{"x1", "x2"}, Mean: c.mean, Std: c.std}
		mentions(t, failure(s.Undo(m)), c.words...)
	}
	var none *lclass.Standardizer
	mentions(t, failure(none.Undo(m)), "Standardizer is nil")
	mentions(t, failure(none.Apply(threeClasses(t))), "Standardizer is nil")
}

// The penalty is to treat all features alike; people want to read centimetres.
func ExampleStandardizer_Undo() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"sepal_length", "petal_length"}}))
	s := lclass.NewStandardizer(d)
	m := lclass.Must(lclass.LinearRegression{Penalty: lclass.L1(0.05)}.Fit(lclass.Must(s.Apply(d))))
	raw := lclass.Must(s.Undo(m))
	w, b := raw.Line()
	fmt.Printf("w = %.4f, b = %.4f\n", w, b)
	fmt.Printf("a petal 4 cm long is %.2f cm wide\n", raw.ScoresOne([]float64{6, 4})[0])
	// Output:
	// w = [0.0000 0.3873], b = -0.2563
	// a petal 4 cm long is 1.29 cm wide
}
