package lclass_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"linclass/lclass"
)

func survey() sheet {
	return sheet{[]string{"city", "code", "x", "ill"}, map[string]cells{
		"city": {"Rome", "Bonn", "Oslo", "Bonn"},
		"code": {"007", "012", "007", "030"},
		"x":    {"1", "2", "3", "5"},
		"ill":  {"no", "yes", "no", "yes"},
	}}
}

// Data read apart must get the columns and the numbering of the classes of the
// data that a model was fitted on, whatever occurs in them.
func TestLevelsOfOtherData(t *testing.T) {
	train, err := lclass.FromFrame(survey(), lclass.Columns{Target: "ill", Features: []string{"city", "x"}})
	must(t, train, err)
	want := map[string][]string{"city": {"Bonn", "Oslo", "Rome"}, "ill": {"no", "yes"}}
	if got := train.Categories(); !reflect.DeepEqual(got, want) {
		t.Errorf("categories %v, want %v", got, want)
	}
	later := sheet{survey().names, map[string]cells{"city": {"Rome"}, "x": {"4"}, "ill": {"yes"}}}
	o := lclass.Columns{Categories: train.Categories()}
	test, err := lclass.FromFrame(later, columns(o, "ill", "city", "x"))
	must(t, test, err)
	if got := test.Features(); !slices.Equal(got, train.Features()) {
		t.Errorf("features %q, want %q", got, train.Features())
	}
	if got := test.Row(0); !slices.Equal(got, []float64{0, 1, 4}) || test.T()[0] != 1 {
		t.Errorf("row %v of class %d, want [0 1 4] of class 1", got, test.T()[0])
	}
	m := learn(t, lclass.Logistic{Penalty: lclass.L2(0.1)}, train)
	y, err := m.Predict(test)
	must(t, y, err)

	alone, err := lclass.FromFrame(later, lclass.Columns{Target: "ill", Features: []string{"city", "x"}})
	must(t, alone, err)
	fails(t, failure(m.Predict(alone)), &lclass.ColumnError{Missing: []string{"city[Oslo]", "city[Rome]"}, Have: []string{"x"}}, "Columns.Like")

	for column, value := range map[string]string{"city": "Paris", "ill": "perhaps"} {
		strange := sheet{later.names, map[string]cells{"city": {"Rome"}, "x": {"4"}, "ill": {"yes"}}}
		strange.values[column] = cells{value}
		_, err := lclass.FromFrame(strange, columns(o, "ill", "city", "x"))
		fails(t, err, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: column, Value: value, Want: o.Categories[column]})
	}
}

func TestDataWithoutTarget(t *testing.T) {
	train, err := lclass.FromFrame(survey(), lclass.Columns{Target: "ill", Features: []string{"x"}})
	must(t, train, err)
	test, err := lclass.FromFrame(survey(), lclass.Columns{Features: []string{"x"}})
	must(t, test, err)
	m := learn(t, lclass.Perceptron{}, train)
	if y, err := m.Predict(test); err != nil || len(y.Name) != 4 {
		t.Errorf("predictions %v, %v", y, err)
	}
	fails(t, failure(lclass.Logistic{}.Fit(test)), lclass.ErrNoTarget)
	fails(t, failure(lclass.LinearRegression{}.Fit(test)), lclass.ErrNoTarget)
	fails(t, failure(m.Accuracy(test)), lclass.ErrNoTarget)
	fails(t, failure(test.Positive("yes")), lclass.ErrNoTarget)
	fails(t, failure(test.Balanced()), lclass.ErrNoTarget)
	fails(t, failure(test.WithClassWeight(map[string]float64{"yes": 2})), lclass.ErrNoTarget)
}

func TestTextsThatReadAsNumbers(t *testing.T) {
	plain, err := lclass.FromFrame(survey(), lclass.Columns{Target: "ill", Features: []string{"code"}})
	must(t, plain, err)
	if got := plain.Features(); !slices.Equal(got, []string{"code"}) {
		t.Errorf("features %q, want the numbers of code", got)
	}
	o := lclass.Columns{Categorical: []string{"code"}}
	text, err := lclass.FromFrame(survey(), columns(o, "ill", "code"))
	must(t, text, err)
	if got := text.Features(); !slices.Equal(got, []string{"code[012]", "code[030]"}) {
		t.Errorf("features %q, want those of the texts of code", got)
	}
	class, err := lclass.FromFrame(survey(), columns(o, "code", "x"))
	must(t, class, err)
	if got := class.Classes(); !slices.Equal(got, []string{"007", "012", "030"}) {
		t.Errorf("classes %q, want the texts", got)
	}
	var column *lclass.ColumnError
	if _, err := lclass.FromFrame(survey(), lclass.Columns{Target: "ill", Features: []string{"x"}, Categorical: []string{"cods"}}); !errors.As(err, &column) {
		t.Errorf("a typing error in Categorical: %v", err)
	}
}

func TestColumnsOfNumbersAndTexts(t *testing.T) {
	s := survey()
	s.values["x"] = cells{"1", "2,5", "3", "5"}
	_, err := lclass.FromFrame(s, lclass.Columns{Target: "ill", Features: []string{"x"}})
	fails(t, err, &lclass.ValueError{Err: lclass.ErrKind, Column: "x", Row: 1, Value: "2,5", Want: []string{"numbers"}}, "5 in row 3", "Categorical")
	d, err := lclass.FromFrame(s, lclass.Columns{Target: "ill", Features: []string{"x"}, Categorical: []string{"x"}})
	must(t, d, err)
	if d.D() != 3 {
		t.Errorf("%d features, want 3 of 4 categories", d.D())
	}
}

// An empty text is as missing as an empty number.
func TestEmptyTextsAreMissing(t *testing.T) {
	s := survey()
	s.values["city"] = cells{"Rome", "", "Oslo", "Bonn"}
	_, err := lclass.FromFrame(s, lclass.Columns{Target: "ill", Features: []string{"city"}})
	fails(t, err, &lclass.ValueError{Err: lclass.ErrMissing, Column: "city", Row: 1, Count: 1}, "DropMissing")
	d, err := lclass.FromFrame(s, lclass.Columns{Target: "ill", Features: []string{"city"}, DropMissing: true})
	must(t, d, err)
	if d.N() != 3 {
		t.Errorf("%d samples, want 3", d.N())
	}
	s.values["city"] = cells{"", "", "", ""}
	_, err = lclass.FromFrame(s, lclass.Columns{Target: "ill", Features: []string{"city"}, DropMissing: true})
	if !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("nothing is left: %v", err)
	}
	fails(t, err, lclass.ErrNoSamples, "each of the 4")
}
