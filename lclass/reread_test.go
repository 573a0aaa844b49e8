package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"

	"linclass/lclass"
)

// patients lack an age in row 1; the mean of the others is 40.
func patients() sheet {
	return sheet{[]string{"age", "height", "city", "ill"}, map[string]cells{
		"age":    {"30", "", "50", "20", "60"},
		"height": {"1.5", "1.6", "1.7", "1.8", "1.9"},
		"city":   {"Rome", "Bonn", "Oslo", "Bonn", "Rome"},
		"ill":    {"no", "yes", "no", "yes", "yes"},
	}}
}

// visitors lack all ages, a height, of which the patients have all, and may
// lack the target.
func visitors(target bool) sheet {
	s := sheet{[]string{"age", "height", "city"}, map[string]cells{
		"age":    {"", ""},
		"height": {"", "2.1"},
		"city":   {"Bonn", "Oslo"},
	}}
	if target {
		s.names = append(s.names, "ill")
		s.values["ill"] = cells{"yes", "no"}
	}
	return s
}

// A model carries the means of its training data, also through JSON, and other
// data are filled with these and not with their own.
func TestMeansOfTheTrainingData(t *testing.T) {
	features := []string{"age", "height", "city"}
	train, err := lclass.FromFrame(patients(), lclass.Columns{Target: "ill", Features: features, Missing: lclass.ImputeMean})
	must(t, train, err)
	equal(t, "imputed", train.Column(0), []float64{30, 40, 50, 20, 60})
	like := map[string]lclass.Columns{"data": {Like: train}, "subset": {Like: train.Subset([]int{0, 3})}}
	for _, e := range []lclass.Estimator{
		lclass.Logistic{Penalty: lclass.L2(1)}, lclass.LDA{Shrinkage: 1}, lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(1)}}, lclass.NaiveBayes{Smoothing: 1e-9},
	} {
		m, err := e.Fit(train)
		must(t, m, err)
		like[fmt.Sprintf("%T", e)] = lclass.Columns{Like: m}
		text, err := json.Marshal(m)
		must(t, text, err)
		var again lclass.Model
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatal(err)
		}
		like[fmt.Sprintf("%T from JSON", e)] = lclass.Columns{Like: &again}
	}
	for name, o := range like {
		for _, target := range []bool{true, false} {
			d, err := lclass.FromFrame(visitors(target), o)
			must(t, d, err)
			equal(t, name+", features", d.Features(), train.Features())
			equal(t, name+", age", d.Column(0), []float64{40, 40})
			near(t, name+", height", d.Column(1), []float64{1.7, 2.1}, 1e-15)
			equal(t, name+", classes", len(d.T()) == 2, target)
		}
	}
	labels, err := lclass.FromFrame(sheet{[]string{"age", "cold"}, map[string]cells{"age": {"1", "", "3", "5"}, "cold": {"0", "1", "0", "1"}}}, lclass.Columns{Labels: []string{"cold"}, Missing: lclass.ImputeMean})
	must(t, labels, err)
	m, err := lclass.MultiLabel{Penalty: lclass.L2(1)}.Fit(labels)
	must(t, m, err)
	gap := sheet{[]string{"age"}, map[string]cells{"age": {""}}}
	d, err := lclass.FromFrame(gap, lclass.Columns{Like: m})
	equal(t, "multi-label", must(t, d, err).Row(0), []float64{3})
}

func TestMeansThatAreNotKnown(t *testing.T) {
	impute := lclass.Columns{Missing: lclass.ImputeMean}
	_, err := lclass.FromFrame(visitors(false), columns(impute, "", "height"))
	mentions(t, err, `"height"`, "row 0", "without a target", "Columns.Means")
	var missing *lclass.MissingError
	if !errors.As(err, &missing) || missing.Column != "height" || missing.Count != 1 {
		t.Errorf("%v is no MissingError", err)
	}
	d, err := lclass.FromFrame(patients(), columns(impute, "", "height"))
	equal(t, "nothing is missing", must(t, d, err).N(), 5)

	impute.Means = map[string]float64{"age": 40}
	_, err = lclass.FromFrame(visitors(true), columns(impute, "ill", "height"))
	mentions(t, err, `"height"`, "Means has no mean")
	impute.Means = map[string]float64{}
	_, err = lclass.FromFrame(patients(), columns(impute, "ill", "age"))
	mentions(t, err, `"age"`, "Means has no mean")
}

// A weight is a count: the mean is that of the repeated rows. What weighs
// nothing has no say in it.
func TestWeightedMean(t *testing.T) {
	s := sheet{[]string{"x", "t", "n"}, map[string]cells{"x": {"1", "", "3", "9"}, "t": {"a", "b", "a", "b"}, "n": {"1", "2", "3", "0"}}}
	d, err := lclass.FromFrame(s, lclass.Columns{Target: "t", Features: []string{"x"}, Missing: lclass.ImputeMean, Weight: "n"})
	equal(t, "imputed", must(t, d, err).Column(0), []float64{1, 2.5, 3, 9}) // (1 + 3·3)/4
	s.values["n"] = cells{"0", "2", "0", "0"}
	_, err = lclass.FromFrame(s, lclass.Columns{Target: "t", Features: []string{"x"}, Missing: lclass.ImputeMean, Weight: "n"})
	mentions(t, err, `"x"`, "row 1")
}

func TestOptionsThatNameNoColumn(t *testing.T) {
	for _, o := range []lclass.Columns{
		{Categories: map[string][]string{"city": {"Bonn"}, "town": {"Bonn"}}},
		{Means: map[string]float64{"age": 1, "town": 2}},
	} {
		_, err := lclass.FromFrame(patients(), columns(o, "ill", "height"))
		var column *lclass.ColumnError
		if !errors.As(err, &column) || column.Column != "town" {
			t.Errorf("%v is not about town", err)
		}
		mentions(t, err, "lclass: Columns.", `"town"`, "height")
		labels := o
		labels.Labels, labels.Features = []string{"ill"}, []string{"height"}
		_, err = lclass.FromFrame(patients(), labels)
		mentions(t, err, `"town"`)
		// The column may be the target that is left out.
		d, err := lclass.FromFrame(patients(), columns(o, "", "height"))
		must(t, d, err)
	}
	mentions(t, failure(lclass.FromFrame(patients(), lclass.Columns{Target: "ill", Features: []string{"height"}, Means: map[string]float64{"age": math.NaN()}})), `"age"`, "NaN", "finite")
	mentions(t, failure(lclass.FromFrame(patients(), lclass.Columns{Target: "ill", Features: []string{"height"}, Missing: 7})), "Missing(7)", "DropMissing")
}

// Patients without an age get the mean of those that the model was fitted
// on, whatever the ages of those to be predicted.
func ExampleColumns() {
	train := sheet{[]string{"age", "ill"}, map[string]cells{"age": {"30", "", "50", "70"}, "ill": {"no", "no", "yes", "yes"}}}
	d := lclass.Must(lclass.FromFrame(train, lclass.Columns{Target: "ill", Features: []string{"age"}, Missing: lclass.ImputeMean}))
	m := lclass.Must(lclass.Logistic{Penalty: lclass.L2(0.1)}.Fit(d))

	later := sheet{[]string{"age"}, map[string]cells{"age": {"90", ""}}}
	test := lclass.Must(lclass.FromFrame(later, lclass.Columns{Like: m}))
	fmt.Println(test.Column(0))
	// Output:
	// [90 50]
}
