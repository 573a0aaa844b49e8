package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// byRule are models written by hand: scores x₁ − 1, and x₁, x₂, 0.
func byRule(o lclass.Output) *lclass.Model {
	names := []string{"x1", "x2"}
	switch o {
	case lclass.LargestOutput, lclass.SoftmaxOutput, lclass.OneVsRestOutput, lclass.OneVsRestSigmoidOutput, lclass.OneVsOneOutput, lclass.MultiLabelOutput:
		return &lclass.Model{W: mat.NewDense(3, 2, []float64{1, 0, 0, 1, 0, 0}), B: make([]float64, 3), Output: o, Features: names, Classes: []string{"red", "green", "blue"}, Target: "t"}
	case lclass.Identity:
		return &lclass.Model{W: mat.NewDense(1, 2, []float64{1, 0}), B: []float64{-1}, Output: o, Features: names, Target: "t"}
	}
	return &lclass.Model{W: mat.NewDense(1, 2, []float64{1, 0}), B: []float64{-1}, Output: o, Features: names, Classes: []string{"no", "yes"}, Target: "t"}
}

// The rows of threeClasses are (1,2), (3,4), (5,6), (7,8).
func TestScoresAndWhatIsMadeOfThem(t *testing.T) {
	d := threeClasses(t)
	e := math.E
	one, two := lclass.Sigmoid(1), lclass.Sigmoid(2)
	rest := one + two + 0.5
	three := []float64{1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8, 0}
	for _, c := range []struct {
		o       lclass.Output
		scores  []float64
		classes []int
		first   []float64 // probabilities of sample 0
	}{
		{lclass.SignOutput, []float64{0, 2, 4, 6}, []int{1, 1, 1, 1}, nil}, // sign(0) = +1
		{lclass.SigmoidOutput, []float64{0, 2, 4, 6}, []int{1, 1, 1, 1}, []float64{.5, .5}},
		{lclass.ClippedOutput, []float64{0, 2, 4, 6}, []int{1, 1, 1, 1}, []float64{.5, .5}},
		{lclass.LargestOutput, []float64{1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8, 0}, []int{1, 1, 1, 1}, nil},
		{lclass.SoftmaxOutput, []float64{1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8, 0}, []int{1, 1, 1, 1}, []float64{e / (1 + e + e*e), e * e / (1 + e + e*e), 1 / (1 + e + e*e)}},
		{lclass.OneVsRestOutput, three, []int{1, 1, 1, 1}, nil},
		{lclass.OneVsRestSigmoidOutput, three, []int{1, 1, 1, 1}, []float64{one / rest, two / rest, 0.5 / rest}},
		{lclass.OneVsOneOutput, three, []int{2, 2, 2, 2}, nil}, // all three scores ≥ 0: 0, 1 and 2 votes
	} {
		t.Run(c.o.String(), func(t *testing.T) {
			m := byRule(c.o)
			z, err := m.Scores(d)
			near(t, "Scores", must(t, z, err).RawMatrix().Data, c.scores, 1e-15)
			k, _ := m.W.Dims()
			near(t, "Score", m.ScoresOne(d.Row(1)), c.scores[k:2*k], 1e-15)
			y, err := m.Predict(d)
			equal(t, "Predict", must(t, y, err).Class, c.classes)
			equal(t, "Class", m.PredictOne(d.Row(1)), c.classes[1])
			if c.first == nil {
				fails(t, failure(m.Proba(d)), &lclass.SettingError{Setting: "Model.Output", Value: c.o}, "no probabilities", c.o.String(), "Logistic")
				panics(t, "Probability", func() { m.ProbaOne(d.Row(0)) })
			} else {
				p, err := m.Proba(d)
				near(t, "Proba", must(t, p, err).RawRowView(0), c.first, 1e-15)
				near(t, "Probability", m.ProbaOne(d.Row(0)), c.first, 1e-15)
				if n, k := p.Dims(); n != 4 || k != len(m.Classes) {
					t.Errorf("Proba is %d×%d", n, k)
				}
			}
			if y.Number != nil || y.Labels != nil || y.Name[0] != m.Classes[y.Class[0]] {
				t.Errorf("Predict: %+v", y)
			}
			panics(t, "Score of 1 value", func() { m.ScoresOne([]float64{1}) })
		})
	}
}

// panics reports whether f does, with all the words.
func panics(t *testing.T, what string, f func(), words ...string) {
	t.Helper()
	defer func() {
		t.Helper()
		p := recover()
		if p == nil {
			t.Errorf("%s: no panic", what)
		}
		for _, word := range words {
			if !strings.Contains(fmt.Sprint(p), word) {
				t.Errorf("%s: panic %q does not mention %q", what, p, word)
			}
		}
	}()
	f()
}

func TestPredictOfRegression(t *testing.T) {
	m, d := byRule(lclass.Identity), threeClasses(t)
	y, err := m.Predict(d)
	equal(t, "Predict", must(t, y, err), lclass.Prediction{Number: []float64{0, 2, 4, 6}})
	panics(t, "Class", func() { m.PredictOne(d.Row(0)) }, "predicts numbers", "ScoresOne")
	w, b := m.Line()
	equal(t, "Line", append(w, b), []float64{1, 0, -1})
}

func TestPredictOnOtherData(t *testing.T) {
	m, d := byRule(lclass.SigmoidOutput), threeClasses(t)
	renamed, err := d.WithFeatures("x1", "height")
	must(t, renamed, err)
	one, err := lclass.FromMatrix(mat.NewDense(1, 1, nil), []int{0}, []string{"no"})
	must(t, one, err)
	for _, f := range []func(d *lclass.Data) error{
		func(d *lclass.Data) error { return failure(m.Predict(d)) },
		func(d *lclass.Data) error { return failure(m.Proba(d)) },
		func(d *lclass.Data) error { return failure(m.Scores(d)) },
		func(d *lclass.Data) error { return failure(byRule(lclass.Identity).Predict(d)) },
	} {
		fails(t, f(renamed), &lclass.ColumnError{Missing: []string{"x2"}, Have: []string{"x1", "height"}}, "WithFeatures")
		fails(t, f(one), &lclass.ColumnError{Missing: []string{"x2"}, Have: []string{"x1"}})
		if err := f(d.Subset(nil)); !errors.Is(err, lclass.ErrNoSamples) {
			t.Errorf("no samples: %v", err)
		}
	}
}

// The classes of data and model may come in another order.
func TestTargetsAndAccuracyByName(t *testing.T) {
	m := byRule(lclass.LargestOutput) // says "green" throughout
	x := threeClasses(t).Matrix()
	d, err := lclass.FromMatrix(x, []int{0, 1, 0, 2}, []string{"green", "blue", "red"})
	must(t, d, err)
	classes, err := m.Targets(d)
	equal(t, "Targets", must(t, classes, err), []int{1, 2, 1, 0})
	accuracy, err := m.Accuracy(d)
	equal(t, "Accuracy", must(t, accuracy, err), 0.5)
	accuracy, err = m.Accuracy(weigh(t, d, []float64{3, 1, 0, 0}))
	equal(t, "weighted", must(t, accuracy, err), 0.75)
	if _, err := m.Accuracy(weigh(t, d, []float64{1, 0, 0, 0}).Subset([]int{1})); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("no weight: %v", err)
	}
	pink, err := lclass.FromMatrix(x, []int{0, 1, 0, 1}, []string{"green", "pink"})
	must(t, pink, err)
	fails(t, failure(m.Accuracy(pink)), &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "t", Row: 1, Value: "pink", Want: []string{"red", "green", "blue"}})
	fails(t, failure(byRule(lclass.Identity).Targets(d)), &invalid.TargetError{Target: "t", Want: "classes"})
	fails(t, failure(m.Accuracy(d.Subset(nil))), lclass.ErrNoSamples)
	other, err := d.WithFeatures("a", "b")
	must(t, other, err)
	fails(t, failure(m.Accuracy(other)), &lclass.ColumnError{Missing: []string{"x1", "x2"}, Have: []string{"a", "b"}})
}

func TestStatusSaysWhatHappened(t *testing.T) {
	x, class := clouds(60, 2, 2, 1)
	d := both(t, x, class)
	for _, c := range []struct {
		e     lclass.Estimator
		words []string
		err   error
	}{
		{lclass.Logistic{}, []string{"converged after", "iterations of Newton", "loss 0.", "largest gradient"}, nil},
		{lclass.LinearRegression{}, []string{"converged after 1 iteration of ClosedForm"}, nil},
		{lclass.Logistic{Solver: lclass.Descent{Epochs: 1}}, []string{"not converged after 1 epoch of Descent", "raise Epochs or Eta"}, lclass.ErrNotConverged},
		{lclass.Softmax{Solver: lclass.QuasiNewton{MaxIter: 1}}, []string{"not converged after 1 iteration of QuasiNewton", "MaxIter"}, lclass.ErrNotConverged},
	} {
		m := learn(t, c.e, d)
		for _, word := range c.words {
			if !strings.Contains(m.Status.String(), word) {
				t.Errorf("%q does not mention %q", m.Status, word)
			}
		}
		if !errors.Is(m.Status.Err(), c.err) || (m.Status.Err() == nil) != (c.err == nil) {
			t.Errorf("%v: error %v, want %v", m.Status, m.Status.Err(), c.err)
		}
	}
	m := learn(t, lclass.Logistic{Solver: lclass.Descent{Batch: 1, Epochs: 2}}, d)
	if !math.IsNaN(m.Status.Gradient) || strings.Contains(m.Status.String(), "NaN") {
		t.Errorf("gradient of online descent: %v, printed %q", m.Status.Gradient, m.Status)
	}
	equal(t, "history", len(m.History), 3)
	equal(t, "unknown outcome", lclass.Outcome(9).String(), "Outcome(9)")
	equal(t, "unknown output", lclass.Output(99).String(), "Output(99)")
}

func TestModelsPrint(t *testing.T) {
	for o, words := range map[lclass.Output][]string{
		lclass.Identity:      {"t = w·x + b", "x2"},
		lclass.SignOutput:    {"t is yes where w·x + b ≥ 0, else no"},
		lclass.SigmoidOutput: {"P(t = yes) = σ(w·x + b)"},
		lclass.ClippedOutput: {"P(t = yes) = (w·x + b + 1)/2, from 0 to 1"},
		lclass.LargestOutput: {"largest score", "red", "blue"},
		lclass.SoftmaxOutput: {"P(t) = softmax(W x + b)", "green"},

		lclass.OneVsRestOutput:        {"t is the class with the largest score", "against the rest", "blue"},
		lclass.OneVsRestSigmoidOutput: {"P(t) = σ(W x + b)", "divided by their sum", "blue"},
		lclass.OneVsOneOutput:         {"most votes", "green not red", "blue not green"},
		lclass.MultiLabelOutput:       {"P(label) = σ(W x + b), each label by itself", "red"},
	} {
		m := byRule(o)
		m.Status = lclass.Status{Outcome: lclass.NotConverged, Solver: "Newton", Note: "more steps"}
		text := m.String()
		if !strings.HasPrefix(text, "not converged") {
			t.Errorf("the status is not first:\n%s", text)
		}
		for _, word := range words {
			if !strings.Contains(text, word) {
				t.Errorf("%q is missing in\n%s", word, text)
			}
		}
	}
	gap := lclass.Status{Solver: "Newton", Gradient: math.NaN(), Gap: 1.5e-9}
	if !strings.Contains(gap.String(), ", gap 1.5e-09") {
		t.Errorf("%q does not print the gap", gap)
	}
	gap.Gap = 0
	if !strings.HasSuffix(gap.String(), ", gap 0") {
		t.Errorf("%q does not print a gap of 0, which is a proof", gap)
	}
	gap.Gap = math.NaN()
	if strings.Contains(gap.String(), "gap") || strings.Contains(gap.String(), "NaN") {
		t.Errorf("%q prints a gap that is not known", gap)
	}
	wide := &lclass.Model{W: mat.NewDense(1, 31, nil), B: []float64{0}, Target: "t"}
	if !strings.Contains(wide.String(), "1×31 weights") {
		t.Errorf("31 features print as\n%s", wide)
	}
}

// σ(±1e4) is 0 or 1 and never NaN, log σ(z)/(1 − σ(z)) is z, softmax
// survives scores of any size (z = (2, 3, 0.2, −1, 0.5) is Chemnitz' example).
func TestActivations(t *testing.T) {
	equal(t, "σ", []float64{lclass.Sigmoid(-1e4), lclass.Sigmoid(0), lclass.Sigmoid(1e4)}, []float64{0, .5, 1})
	for _, p := range []float64{1e-300, 1e-9, .2, .5, .9} {
		near(t, "σ(log-odds)", []float64{lclass.Sigmoid(math.Log(p)-math.Log1p(-p)) / p}, []float64{1}, 1e-12)
	}
	y := make([]float64, 5)
	lclass.SoftmaxTo(y, []float64{2, 3, 0.2, -1, 0.5})
	near(t, "softmax", y, []float64{.241, .654, .040, .012, .054}, 5e-4)
	y = []float64{1e4, -1e4, 1e4}
	lclass.SoftmaxTo(y, y)
	near(t, "softmax of ±1e4", y, []float64{.5, 0, .5}, 0)
	panics(t, "SoftmaxTo", func() { lclass.SoftmaxTo(y, nil) })
	equal(t, "sign", []float64{lclass.Sign(0), lclass.Sign(-2), lclass.StepFunc(0), lclass.StepFunc(-2)}, []float64{1, -1, 1, 0})
	equal(t, "the first in a tie", lclass.Argmax([]float64{1, 3, 3}), 1)
	panics(t, "Must", func() { lclass.Must(0, lclass.ErrNoSamples) })
}
