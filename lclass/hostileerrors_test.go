package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// notANumber are all ways to give data with a value v in column x2, row 4, and
// with it as the number of the target, as a label, or as a weight.
func notANumber(t *testing.T, v float64) map[string]error {
	x, class := clouds(10, 3, 2, 1)
	d := both(t, x, class)
	bad := mat.DenseCopyOf(x)
	bad.Set(4, 1, v)
	y, weight, one := numbers(class), make([]float64, 10), mat.NewDense(10, 1, nil)
	y[4], weight[4] = v, v
	one.Set(4, 0, v)
	column, start := []int{}, []int{0}
	sets, names := make([][]string, 10), make([]string, 10)
	for i := range 10 {
		column, start = append(column, 0, 1, 2), append(start, 3*i+3)
		sets[i], names[i] = []string{"a"}, "c0"
	}
	frame := dataframe.New(series.New(numbers(class), series.Float, "t"), series.New(mat.Col(nil, 1, bad), series.Float, "x2"))
	target := dataframe.New(series.New(y, series.Float, "t"), series.New(mat.Col(nil, 1, x), series.Float, "x2"))
	label := dataframe.New(series.New(y, series.Float, "a"), series.New(mat.Col(nil, 1, x), series.Float, "x2"))
	weighted := dataframe.New(series.New(numbers(class), series.Float, "t"), series.New(mat.Col(nil, 1, x), series.Float, "x2"),
		series.New(weight, series.Float, "s"))
	return map[string]error{
		"feature of FromMatrix":           failure(lclass.FromMatrix(bad, class, classNames(2))),
		"feature of RegressionFromMatrix": failure(lclass.RegressionFromMatrix(bad, numbers(class))),
		"feature of FromLabels":           failure(lclass.FromLabels(bad, names)),
		"feature of SparseFromRows":       failure(lclass.SparseFromRows(3, start, column, bad.RawMatrix().Data)),
		"feature of WithLabels":           failure(withLabels(bad, mat.NewDense(10, 1, nil), []string{"a"})),
		"feature of FromSets":             failure(lclass.FromSets(bad, sets)),
		"feature of FromFrame":            failure(lclass.FromFrame(frame, lclass.Columns{Target: "t"})),
		"feature of labels of a frame":    failure(lclass.FromFrame(frame, lclass.Columns{Labels: []string{"t"}})),
		"target of RegressionFromMatrix":  failure(lclass.RegressionFromMatrix(x, y)),
		"target of FromFrame":             failure(lclass.FromFrame(target, lclass.Columns{Target: "t"})),
		"label of WithLabels":             failure(withLabels(x, one, []string{"a"})),
		"label of Data.WithLabels":        failure(d.WithLabels(one, []string{"a"})),
		"label of labels of a frame":      failure(lclass.FromFrame(label, lclass.Columns{Labels: []string{"a"}})),
		"weight of WithWeight":            failure(d.WithWeight(weight)),
		"weight of FromFrame":             failure(lclass.FromFrame(weighted, lclass.Columns{Target: "t", Weight: "s"})),
		"weight of WithClassWeight":       failure(d.WithClassWeight(map[string]float64{"1": v})),
		"scale of bytes":                  failure(fromBytes(make([]byte, 30), 3, v, class, classNames(2))),
	}
}

// A value that is no number is an error that names its column and row, its
// sample, or its class.
func TestValuesThatAreNoNumbers(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for what, err := range notANumber(t, v) {
			var at *lclass.ValueError
			var missing *lclass.ValueError
			var kind *lclass.ValueError
			switch {
			case err == nil:
				t.Errorf("%s is %v: no error", what, v)
			case isValue(err, nil, &at):
				if !slices.Contains([]string{"x2", "t", "weight", "s", "a"}, at.Column) || at.Row != 4 || at.Value != "NaN" && at.Value != fmt.Sprint(v) {
					t.Errorf("%s is %v: %v", what, v, err)
				}
			case isValue(err, lclass.ErrMissing, &missing):
				if missing.Row != 4 || !math.IsNaN(v) {
					t.Errorf("%s is %v: %v", what, v, err)
				}
			case isValue(err, lclass.ErrKind, &kind):
				if kind.Column != "a" || kind.Row != 4 {
					t.Errorf("%s is %v: %v", what, v, err)
				}
			default:
				if !mentionsOne(err.Error(), `row 4`, "sample 4", `class "1"`, "scale") || !mentionsOne(err.Error(), "finite", "must be 0 or 1", "labels must be 0 and 1") {
					t.Errorf("%s is %v: %v", what, v, err)
				}
			}
		}
	}
}

// Weights below 0, or none above it, are errors.
func TestWeightsThatAreNone(t *testing.T) {
	x, class := clouds(10, 3, 2, 1)
	d := both(t, x, class)
	minus := []float64{1, 1, 1, -0.5, 1, 1, 1, 1, 1, 1}
	fails(t, failure(d.WithWeight(minus)), &lclass.ValueError{Column: "weight", Row: 3, Value: "-0.5"})
	fails(t, failure(d.WithWeight(make([]float64, 10))), lclass.ErrNoWeight)
	fails(t, failure(d.WithClassWeight(map[string]float64{"0": -1})), &lclass.SettingError{Setting: `weight of class "0"`, Value: -1})
	fails(t, failure(d.WithClassWeight(map[string]float64{"0": 0, "1": 0})), lclass.ErrNoWeight)
	frame := dataframe.New(series.New(numbers(class), series.Float, "t"), series.New(mat.Col(nil, 1, x), series.Float, "x"),
		series.New(minus, series.Float, "s"))
	fails(t, failure(lclass.FromFrame(frame, lclass.Columns{Target: "t", Weight: "s"})), &lclass.ValueError{Column: "s", Row: 3, Value: "-0.5"})
}

// Names that come twice are errors that name them.
func TestNamesThatComeTwice(t *testing.T) {
	x, class := clouds(10, 2, 2, 1)
	d := both(t, x, class)
	frame := dataframe.New(series.New(numbers(class), series.Float, "t"), series.New(mat.Col(nil, 1, x), series.Float, "x"))
	labels := mat.NewDense(10, 2, nil)
	for what, err := range map[string]error{
		"classes":           failure(lclass.FromMatrix(x, class, []string{"same", "same"})),
		"classes of bytes":  failure(fromBytes(make([]byte, 20), 2, 1, class, []string{"same", "same"})),
		"features":          failure(d.WithFeatures("same", "same")),
		"labels":            failure(withLabels(x, labels, []string{"same", "same"})),
		"labels of sets":    failure(lclass.FromSets(x, make([][]string, 10), "same", "same")),
		"labels of a data":  failure(d.WithLabels(labels, []string{"same", "same"})),
		"columns":           failure(lclass.FromFrame(frame.Rename("same", "x"), lclass.Columns{Target: "t", Features: []string{"same", "same"}})),
		"target as feature": failure(lclass.FromFrame(frame.Rename("same", "t"), lclass.Columns{Target: "same", Features: []string{"same"}})),
		"labels of a frame": failure(lclass.FromFrame(frame.Rename("same", "t"), lclass.Columns{Labels: []string{"same", "same"}, Features: []string{"x"}})),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
			continue
		}
		fails(t, err, &lclass.NameError{Name: "same"})
		if !mentionsOne(err.Error(), "must differ", "is used twice") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// failures are the errors of all learners on data, those of their steps, too,
// and the models of those that have none.
func failures(d *lclass.Data) (failed map[string]error, models map[string]*lclass.Model) {
	failed, models = map[string]error{}, map[string]*lclass.Model{}
	all := everyLearner()
	for _, over := range reductions {
		for _, of := range binaries {
			all = append(all, over(of))
		}
	}
	for _, e := range all {
		name := fmt.Sprintf("%T%+v", e, e)
		m, err := e.Fit(d)
		if err == nil {
			models[name] = m
			continue
		}
		failed[name] = err
		if s, ok := e.(stepper); ok {
			for _, err := range s.Steps(d) {
				failed[name+", steps"] = err
			}
		}
	}
	for name, spec := range generators {
		_, failed[name] = spec.Fit(d)
	}
	return failed, models
}

// Every learner refuses data with one class by a named error.
// A regression of one class, or one row, has an answer: its mean.
func TestDataWithoutAnAnswer(t *testing.T) {
	x, class := clouds(10, 3, 2, 1)
	d := both(t, x, class)
	empty, err := lclass.FromMatrix(&mat.Dense{}, nil, nil)
	must(t, empty, err)
	noSparse, err := lclass.SparseFromRows(3, []int{0}, nil, nil)
	must(t, noSparse, err)
	emptySparse, err := lclass.RegressionFromMatrix(noSparse, nil)
	must(t, emptySparse, err)
	for what, c := range map[string]struct {
		d    *lclass.Data
		want error
	}{
		"empty":                    {empty, lclass.ErrNoSamples},
		"empty subset":             {d.Subset(nil), lclass.ErrNoSamples},
		"an empty sparse matrix":   {emptySparse, lclass.ErrNoSamples},
		"no weight":                {weigh(t, d, []float64{1, 0, 0, 0, 0, 0, 0, 0, 0, 0}).Subset([]int{1, 2, 3}), lclass.ErrNoSamples},
		"one class":                {both(t, x, make([]int, 10)), lclass.ErrOneClass},
		"one row":                  {d.Subset([]int{3}), lclass.ErrOneClass},
		"the other class weighs 0": {weigh(t, d, []float64{1, 0, 1, 0, 1, 0, 1, 0, 1, 0}), lclass.ErrOneClass},
	} {
		failed, models := failures(c.d)
		for name, err := range failed {
			if !errors.Is(err, c.want) {
				t.Errorf("%s, %s: error %v, want %v", name, what, err, c.want)
			}
		}
		for name, m := range models {
			if c.want != lclass.ErrOneClass || m.Output != lclass.Identity || !isFinite(parameters(m)) || m.Status.Loss > 1e-20 {
				t.Errorf("%s, %s: there is a model: %v", name, what, m)
			}
		}
	}
}
