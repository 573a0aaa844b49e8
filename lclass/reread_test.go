package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
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
	train, err := lclass.FromFrameWith(patients(), lclass.FrameOptions{Missing: lclass.ImputeMean}, "ill", features...)
	must(t, train, err)
	equal(t, "imputed", train.Column(0), []float64{30, 40, 50, 20, 60})
	want := lclass.FrameOptions{
		Missing: lclass.ImputeMean, Means: map[string]float64{"age": 40, "height": 1.7},
		Categories: map[string][]string{"city": {"Bonn", "Oslo", "Rome"}, "ill": {"no", "yes"}},
	}
	o := train.FrameOptions()
	near(t, "mean height", []float64{o.Means["height"]}, []float64{1.7}, 1e-15)
	want.Means["height"] = o.Means["height"]
	frames := map[string]lclass.FrameOptions{"data": o}
	frames["subset"] = train.Subset([]int{0, 3}).FrameOptions()
	for _, e := range []lclass.Estimator{lclass.Logistic{Penalty: lclass.L2(1)}, lclass.LDA{Shrinkage: 1}, lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(1)}}} {
		m := learn(t, e, train)
		frames[fmt.Sprintf("%T", e)] = m.Frame
		text, err := json.Marshal(m)
		must(t, text, err)
		var again lclass.Model
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatal(err)
		}
		frames[fmt.Sprintf("%T from JSON", e)] = again.Frame
	}
	g, err := lclass.NaiveBayes{Smoothing: 1e-9}.Fit(train)
	frames["NaiveBayes"] = must(t, g, err).Frame
	for name, o := range frames {
		if !reflect.DeepEqual(o, want) {
			t.Errorf("%s: %v, want %v", name, o, want)
		}
		for _, target := range []string{"ill", ""} {
			d, err := lclass.FromFrameWith(visitors(target != ""), o, target, features...)
			must(t, d, err)
			equal(t, name+", features", d.Features(), train.Features())
			equal(t, name+", age", d.Column(0), []float64{40, 40})
			equal(t, name+", height", d.Column(1), []float64{o.Means["height"], 2.1})
		}
	}
	o.Categories["city"][0], o.Means["age"] = "Pisa", 0
	if again := train.FrameOptions(); !reflect.DeepEqual(again, want) {
		t.Errorf("the data were changed: %v", again)
	}
	labels, err := lclass.MultiFromFrameWith(sheet{[]string{"age", "cold"}, map[string]cells{"age": {"1", "", "3", "5"}, "cold": {"0", "1", "0", "1"}}},
		lclass.FrameOptions{Missing: lclass.ImputeMean}, []string{"cold"})
	must(t, labels, err)
	m, err := lclass.MultiLabel{Penalty: lclass.L2(1)}.Fit(labels)
	equal(t, "multi-label", must(t, m, err).Frame.Means, map[string]float64{"age": 3})
}

func TestMeansThatAreNotKnown(t *testing.T) {
	impute := lclass.FrameOptions{Missing: lclass.ImputeMean}
	_, err := lclass.FromFrameWith(visitors(false), impute, "", "height")
	mentions(t, err, `"height"`, "row 0", "without a target", "FrameOptions.Means")
	var missing *lclass.MissingError
	if !errors.As(err, &missing) || missing.Column != "height" || missing.Count != 1 {
		t.Errorf("%v is no MissingError", err)
	}
	d, err := lclass.FromFrameWith(patients(), impute, "", "height")
	equal(t, "nothing is missing", must(t, d, err).N(), 5)

	impute.Means = map[string]float64{"age": 40}
	_, err = lclass.FromFrameWith(visitors(true), impute, "ill", "height")
	mentions(t, err, `"height"`, "Means has none")
	impute.Means = map[string]float64{}
	_, err = lclass.FromFrameWith(patients(), impute, "ill", "age")
	mentions(t, err, `"age"`, "Means has none")

	// A model that was fitted without means has none to give.
	var m lclass.Model
	text, err := json.Marshal(lclass.Model{W: fromRows([][]float64{{1}}), B: []float64{0}, Features: []string{"city"}, Frame: lclass.FrameOptions{Missing: lclass.ImputeMean}})
	must(t, text, err)
	if err := json.Unmarshal(text, &m); err != nil || m.Frame.Means == nil {
		t.Errorf("%v, %v", m.Frame, err)
	}
}

// A weight is a count: the mean is that of the repeated rows. What weighs
// nothing has no say in it.
func TestWeightedMean(t *testing.T) {
	s := sheet{[]string{"x", "t", "n"}, map[string]cells{"x": {"1", "", "3", "9"}, "t": {"a", "b", "a", "b"}, "n": {"1", "2", "3", "0"}}}
	d, err := lclass.FromFrameWith(s, lclass.FrameOptions{Missing: lclass.ImputeMean, Weight: "n"}, "t", "x")
	equal(t, "imputed", must(t, d, err).Column(0), []float64{1, 2.5, 3, 9}) // (1 + 3·3)/4
	s.values["n"] = cells{"0", "2", "0", "0"}
	_, err = lclass.FromFrameWith(s, lclass.FrameOptions{Missing: lclass.ImputeMean, Weight: "n"}, "t", "x")
	mentions(t, err, `"x"`, "row 1")
}

func TestOptionsThatNameNoColumn(t *testing.T) {
	for _, o := range []lclass.FrameOptions{
		{Categories: map[string][]string{"city": {"Bonn"}, "town": {"Bonn"}}},
		{Means: map[string]float64{"age": 1, "town": 2}},
	} {
		_, err := lclass.FromFrameWith(patients(), o, "ill", "height")
		var column *lclass.ColumnError
		if !errors.As(err, &column) || column.Column != "town" {
			t.Errorf("%v is not about town", err)
		}
		mentions(t, err, "lclass: FrameOptions.", `"town"`, "height")
		_, err = lclass.MultiFromFrameWith(patients(), o, []string{"ill"}, "height")
		mentions(t, err, `"town"`)
		// The column may be the target that is left out.
		d, err := lclass.FromFrameWith(patients(), o, "", "height")
		must(t, d, err)
	}
	mentions(t, failure(lclass.FromFrameWith(patients(), lclass.FrameOptions{Means: map[string]float64{"age": math.NaN()}}, "ill", "height")), `"age"`, "NaN", "finite")
	mentions(t, failure(lclass.FromFrameWith(patients(), lclass.FrameOptions{Missing: 7}, "ill", "height")), "Missing(7)", "DropMissing")
}

// Patients without an age get the mean of those that the model was fitted
// on, whatever the ages of those to be predicted.
func ExampleFrameOptions() {
	train := sheet{[]string{"age", "ill"}, map[string]cells{"age": {"30", "", "50", "70"}, "ill": {"no", "no", "yes", "yes"}}}
	d := lclass.Must(lclass.FromFrameWith(train, lclass.FrameOptions{Missing: lclass.ImputeMean}, "ill", "age"))
	m := lclass.Must(lclass.Logistic{Penalty: lclass.L2(0.1)}.Fit(d))

	later := sheet{[]string{"age"}, map[string]cells{"age": {"90", ""}}}
	test := lclass.Must(lclass.FromFrameWith(later, m.Frame, "", "age"))
	fmt.Println(m.Frame.Means)
	fmt.Println(test.Column(0))
	// Output:
	// map[age:50]
	// [90 50]
}
