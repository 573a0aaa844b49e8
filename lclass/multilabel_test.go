package lclass_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// multiClouds are n samples of 3 normal features with labels a and b, which
// lean on the first and the second, and c, which is a sum with noise.
func multiClouds(t *testing.T, n int) *lclass.Data {
	t.Helper()
	x, noise := clouds(n, 3, 1, 4)
	other, _ := clouds(n, 3, 1, 9)
	y := mat.NewDense(n, 3, nil)
	for i := range noise {
		for k, z := range []float64{x.At(i, 0) - 1, x.At(i, 1) + 0.5, x.At(i, 0) - x.At(i, 2) - 1} {
			y.Set(i, k, lclass.StepFunc(z+other.At(i, k)))
		}
	}
	d, err := withLabels(x, y, []string{"a", "b", "c"})
	return must(t, d, err)
}

func TestMultiLabelIsOneLogisticALabel(t *testing.T) {
	d := multiClouds(t, 200)
	for _, c := range []lclass.Logistic{
		{},
		{Penalty: lclass.L2(0.1)},
		{Penalty: lclass.L1(0.05)},
		{Penalty: lclass.L2(0.01), Solver: lclass.QuasiNewton{}},
		{Solver: lclass.Descent{Eta: 1, Epochs: 30}},
	} {
		m, err := lclass.MultiLabel{Penalty: c.Penalty, Solver: c.Solver}.Fit(d)
		must(t, m, err)
		var loss float64
		var iterations int
		for k, label := range d.Classes() {
			one, err := d.Positive(label)
			want := learn(t, c, must(t, one, err))
			if got := append(mat.Row(nil, k, m.W), m.B[k]); !reflect.DeepEqual(got, parameters(want)) {
				t.Errorf("label %s: %v, alone %v", label, got, parameters(want))
			}
			loss += want.Status.Loss
			iterations = max(iterations, want.Status.Iterations)
		}
		near(t, "loss", []float64{m.Status.Loss}, []float64{loss}, 1e-12)
		equal(t, "iterations", m.Status.Iterations, iterations)
		equal(t, "output", m.Output, lclass.MultiLabelOutput)
		equal(t, "labels", m.Classes, d.Classes())
		equal(t, "penalty", m.Penalty, c.Penalty)
	}
}

// The lecture's loss, the sum over the labels of −[t log y + (1−t) log(1−y)],
// from the probabilities of the model.
func TestMultiLabelLossIsTheLectures(t *testing.T) {
	d := multiClouds(t, 100)
	m, err := lclass.MultiLabel{}.Fit(d)
	y, err2 := must(t, m, err).Proba(d)
	must(t, y, err2)
	truth := d.Labels()
	var loss float64
	var beyond bool
	for i := range d.N() {
		for k := range d.K() {
			loss -= truth.At(i, k)*math.Log(y.At(i, k)) + (1-truth.At(i, k))*math.Log(1-y.At(i, k))
		}
		beyond = beyond || mat.Sum(y.RowView(i)) > 1.5
	}
	near(t, "loss", []float64{m.Status.Loss}, []float64{loss / 100}, 1e-12)
	if !beyond {
		t.Error("no probabilities sum to more than 1.5")
	}
}

func TestLabelsOfAMultiLabelModel(t *testing.T) {
	m := scored(lclass.MultiLabelOutput)
	near(t, "probabilities", m.ProbaOne([]float64{0, math.Log(3), -1e4}), []float64{0.5, 0.75, 0}, 1e-15)
	x := mat.NewDense(2, 3, []float64{0, -1, 2, -1, -1, -1})
	d, err := lclass.FromSets(x, [][]string{{"c", "a"}, {"b"}}, "b", "c", "a")
	features, err2 := must(t, d, err).WithFeatures("z1", "z2", "z3")
	d, err = must(t, features, err2).WithLabels(d.Labels(), d.Classes())
	said, err := m.Predict(must(t, d, err))
	equal(t, "sets", must(t, said, err).Sets, [][]string{{"a", "c"}, nil}) // σ(0) = ½ is assigned
	equal(t, "matrix", said.Labels.RawMatrix().Data, []float64{1, 0, 1, 0, 0, 0})
	right, err := m.Accuracy(d) // the labels of d come in another order
	equal(t, "exact matches", must(t, right, err), 0.5)
	weighted, err := weigh(t, d, []float64{3, 1}).WithLabels(d.Labels(), d.Classes())
	right, err2 = m.Accuracy(must(t, weighted, err))
	equal(t, "weighted", must(t, right, err2), 0.75)

	some, err := d.SelectLabels("a", "b")
	mentions(t, failure(m.Accuracy(must(t, some, err))), `["a" "b" "c"]`, `["a" "b"]`, "Select")
	more, err := d.WithLabels(mat.NewDense(2, 4, nil), []string{"a", "b", "c", "d"})
	mentions(t, failure(m.Accuracy(must(t, more, err))), `"d"`, "Select")
	fails(t, failure(m.Accuracy(d.Subset(nil))), lclass.ErrNoSamples)
	nothing, err := weigh(t, d, []float64{0, 1}).WithLabels(d.Labels(), d.Classes())
	fails(t, failure(m.Accuracy(must(t, nothing, err).Subset([]int{0}))), lclass.ErrNoSamples)

	fails(t, failure(m.Targets(d)), &lclass.SettingError{Setting: "Model.Output", Value: lclass.MultiLabelOutput}, "Sets and Labels of Predict")
	panics(t, "Class", func() { m.PredictOne([]float64{1, 2, 3}) })
	other := scored(lclass.SoftmaxOutput)
	fails(t, failure(other.Accuracy(d)), lclass.ErrSets)
	fails(t, failure(m.Predict(threeClasses(t))), &lclass.ColumnError{Missing: []string{"z1", "z2", "z3"}, Have: []string{"x1", "x2"}})
}

func TestMultiLabelSteps(t *testing.T) {
	d := multiClouds(t, 100)
	for _, spec := range []lclass.MultiLabel{{}, {Solver: lclass.Descent{Eta: 2, Epochs: 300, Tol: 1e-2}}} {
		m, err := spec.Fit(d)
		last := watch(t, spec.Steps(d), must(t, m, err).History)
		if got := append(mat.DenseCopyOf(last.W).RawMatrix().Data, last.B...); !reflect.DeepEqual(got, parameters(m)) {
			t.Errorf("the last step has %v, the model %v", got, parameters(m))
		}
	}
}

func TestMultiLabelStartsWarm(t *testing.T) {
	d := multiClouds(t, 100)
	first, err := lclass.MultiLabel{Penalty: lclass.L2(0.1)}.Fit(d)
	again, err2 := lclass.MultiLabel{Penalty: lclass.L2(0.1), Start: must(t, first, err)}.Fit(d)
	must(t, again, err2)
	if again.Status.Iterations > 1 || first.Status.Iterations < 3 {
		t.Errorf("%d iterations from the solution, %d from 0", again.Status.Iterations, first.Status.Iterations)
	}
	near(t, "the same", parameters(again), parameters(first), 1e-8)
	turned, err := d.SelectLabels("b", "a", "c")
	fails(t, failure(lclass.MultiLabel{Start: first}.Fit(must(t, turned, err))), lclass.ErrStart)
	fails(t, failure(lclass.MultiLabel{Start: scored(lclass.SoftmaxOutput)}.Fit(d)), lclass.ErrStart)
	renamed, err := d.WithFeatures("p", "q", "r")
	multi, err2 := must(t, renamed, err).WithLabels(d.Labels(), d.Classes())
	fails(t, failure(lclass.MultiLabel{Start: first}.Fit(must(t, multi, err2))), lclass.ErrStart, `label "a"`, `"x1"`, `"p"`)
}

func TestMultiLabelKnowsRepetitionAndSparsity(t *testing.T) {
	d := multiClouds(t, 120)
	spec := lclass.MultiLabel{Penalty: lclass.L2(0.01), Solver: lclass.Newton{Tol: 1e-14}}
	fit := func(d *lclass.Data) []float64 {
		m, err := spec.Fit(d)
		return parameters(must(t, m, err))
	}
	weight, repeated := counts(120)
	weighted, err := weigh(t, d, weight).WithLabels(d.Labels(), d.Classes())
	near(t, "weight is repetition", fit(must(t, weighted, err)), fit(d.Subset(repeated)), 1e-9)

	bytes, class := pixels(120, 3, 2)
	x := mat.NewDense(120, 3, nil)
	for i, v := range bytes {
		x.Set(i/3, i%3, float64(v)/255)
	}
	sparse, err := fromBytes(bytes, 3, 1./255, class, classNames(2))
	small, err2 := must(t, sparse, err).WithLabels(d.Labels(), d.Classes())
	full, err := withLabels(x, d.Labels(), d.Classes())
	near(t, "sparse", fit(must(t, small, err2)), fit(must(t, full, err)), 1e-9)

	want := fit(d)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if !slices.Equal(fit(d), want) {
		t.Error("the number of cores matters")
	}
}

func TestLabelsThatCannotBeLearnt(t *testing.T) {
	d := pets(t)
	with := func(labels []string, t0 ...float64) *lclass.Data {
		m, err := d.WithLabels(mat.NewDense(4, len(labels), t0), labels)
		return must(t, m, err)
	}
	unweighted, err := weigh(t, d, []float64{1, 0, 0, 1}).WithLabels(d.Labels(), d.Classes())
	must(t, unweighted, err)
	for what, c := range map[string]struct {
		d     *lclass.Data
		want  error
		words []string
	}{
		"no samples":   {d.Subset(nil), lclass.ErrNoSamples, nil},
		"never there":  {with([]string{"cat", "cow"}, 1, 0, 0, 0, 1, 0, 0, 0), lclass.ErrOneClass, []string{`no sample has label "cow"`, "Select"}},
		"always there": {with([]string{"animal"}, 1, 1, 1, 1), lclass.ErrOneClass, []string{`every sample has label "animal"`, "Select"}},
		"weighs 0":     {unweighted, lclass.ErrOneClass, []string{`every sample has label "cat"`}},
		"one row":      {d.Subset([]int{1}), lclass.ErrOneClass, []string{`"dog"`}},
		"no weight":    {unweighted.Subset([]int{1, 2}), lclass.ErrNoSamples, []string{"weights are 0"}},
	} {
		m, err := lclass.MultiLabel{}.Fit(c.d)
		if m != nil || !errors.Is(err, c.want) {
			t.Errorf("%s: %v", what, err)
		}
		mentions(t, err, c.words...)
		for _, err := range (lclass.MultiLabel{}).Steps(c.d) {
			if !errors.Is(err, c.want) {
				t.Errorf("%s: Steps: %v", what, err)
			}
		}
	}
	both := multiClouds(t, 50)
	fails(t, failure(lclass.MultiLabel{Penalty: lclass.L2(-1)}.Fit(both)), &lclass.SettingError{Setting: "Penalty.Lambda", Value: -1}, `label "a"`)
	fails(t, failure(lclass.MultiLabel{Solver: lclass.ClosedForm{}}.Fit(both)), &lclass.SettingError{Setting: "Solver", Value: "ClosedForm"}, `label "a"`, "use Newton")
	for _, err := range (lclass.MultiLabel{Penalty: lclass.L2(-1)}).Steps(both) {
		fails(t, err, &lclass.SettingError{Setting: "Penalty.Lambda", Value: -1}, `label "a"`)
	}
}

// A label that a line parts from the others is the caveat of the whole.
func TestMultiLabelNamesTheSeparatedLabel(t *testing.T) {
	x, class := clouds(40, 2, 2, 1)
	y := mat.NewDense(40, 2, nil)
	for i, c := range class {
		y.Set(i, 0, float64(c))
		y.Set(i, 1, lclass.StepFunc(x.At(i, 1)))
	}
	d, err := withLabels(x, y, []string{"mixed", "above"})
	m, err2 := lclass.MultiLabel{}.Fit(must(t, d, err))
	if !errors.Is(must(t, m, err2).Status.Err(), lclass.ErrSeparated) {
		t.Fatal(m.Status)
	}
	fails(t, m.Status.Err(), lclass.ErrSeparated)
	equal(t, "direction of the other", mat.Norm(m.Direction.RowView(0), 1), 0.0)
	text, err := json.Marshal(m)
	var got lclass.Model
	if err := json.Unmarshal(must(t, text, err), &got); err != nil || got.String() != m.String() {
		t.Errorf("%v: read back as\n%v\nwant\n%v", err, &got, m)
	}
}
