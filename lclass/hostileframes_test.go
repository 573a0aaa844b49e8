package lclass_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// A hostileFrame is a table on the edge of what can be read and prepared.
type hostileFrame struct {
	name    string
	columns map[string]cells // in place of those of the passengers, or beside them
	twice   string           // a name that two columns have
	// fails is the error of reading or fitting, nil if there is a model.
	fails error
	// later are the columns of other passengers, who are refused, or not.
	later   map[string]cells
	refused error
	words   []string // that the error has
	// overflows tells that powers of later values are beyond float64.
	overflows bool
}

func eight(v string) cells { return cells{v, v, v, v, v, v, v, v} }

var long = strings.Repeat("long ", 1000)

var hostileFrames = []hostileFrame{
	{name: "gaps in a row and a column", columns: map[string]cells{"Age": {"", "38", "", "", "", "", "", ""}, "Port": {"", "", "", "", "", "", "", "Q"}}},
	{name: "all missing", columns: map[string]cells{"Age": eight("")}, fails: &lclass.ValueError{Err: lclass.ErrMissing, Column: "Age", Row: -1, Count: 8}, words: []string{"step 1", "Impute", "Drop", "FillConstant"}},
	{name: "all texts missing", columns: map[string]cells{"Port": {"", "", "", "", "", "", "", ""}}, fails: &lclass.ValueError{Err: lclass.ErrMissing, Column: "Port", Row: -1, Count: 8}, words: []string{"Drop"}},
	{name: "one category", columns: map[string]cells{"Sex": eight("male")}, later: map[string]cells{"Sex": {"male", "male", "male", "male", "male", "male", "male", "other"}}, refused: &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "Sex", Row: 7, Value: "other"}, words: []string{`["male"`}},
	{name: "a category that comes later", later: map[string]cells{"Port": {"S", "X", "S", "S", "S", "S", "S", "S"}}, refused: &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "Port", Row: 1, Value: "X"}, words: []string{`"C"`, "OneHot.AllowUnknown"}},
	{name: "numbers that become texts", later: map[string]cells{"Age": {"1", "2", "old", "4", "5", "6", "7", "8"}}, refused: &lclass.ValueError{Err: lclass.ErrKind, Column: "Age", Row: 2, Value: "old", Want: []string{"numbers"}}},
	{name: "texts that become numbers", later: map[string]cells{"Port": eight("7")}, refused: &lclass.ValueError{Err: lclass.ErrKind, Column: "Port", Value: "7", Want: []string{"texts"}}},
	{name: "whole columns missing later", later: map[string]cells{"Age": eight(""), "Port": eight(""), "Fare": eight("")}},
	{name: "a column missing later", later: map[string]cells{"Fare": nil}, refused: &lclass.ColumnError{Missing: []string{"Fare"}, Have: []string{"Sex", "Age", "Port", "Survived"}}},
	{name: "infinite", columns: map[string]cells{"Fare": {"1", "2", "Inf", "4", "5", "6", "7", "8"}}, fails: &lclass.ValueError{Column: "Fare", Row: 2, Value: "+Inf"}, words: []string{"finite"}},
	{name: "infinite later", later: map[string]cells{"Fare": {"1", "2", "-Inf", "4", "5", "6", "7", "8"}}, refused: &lclass.ValueError{Column: "Fare", Row: 2, Value: "-Inf"}},
	{name: "NaN as a text", columns: map[string]cells{"Fare": {"1", "2", "NaN", "4", "5", "6", "7", "8"}}, fails: &lclass.ValueError{Err: lclass.ErrKind, Column: "Fare", Row: 2, Value: "NaN", Want: []string{"numbers"}}},
	{name: "beyond float64", columns: map[string]cells{"Fare": {"1", "2", "1e999", "4", "5", "6", "7", "8"}}, fails: &lclass.ValueError{Err: lclass.ErrKind, Column: "Fare", Row: 2, Value: "1e999", Want: []string{"numbers"}}},
	{name: "1e300", columns: map[string]cells{"Fare": {"1e300", "2", "", "4", "-1e300", "6", "7", "8"}}, fails: &lclass.ValueError{Err: lclass.ErrOverflow, Column: "Fare", Row: -1}, words: []string{"unit"}},
	{name: "1e300 later", later: map[string]cells{"Fare": {"1e300", "-1e300", "", "1.7e308", "-1.7e308", "6", "7", "8"}}, overflows: true},
	{name: "5e-324", columns: map[string]cells{"Fare": {"5e-324", "0", "", "1e-323", "0", "0", "1e-323", "0"}}, fails: &lclass.ValueError{Err: lclass.ErrOverflow, Column: "Fare", Row: -1}, words: []string{"unit"}},
	{name: "5e-324 later", later: map[string]cells{"Fare": {"5e-324", "-5e-324", "", "0", "-0", "1e-310", "7", "8"}}},
	{name: "names of other alphabets", columns: map[string]cells{"Größe · ^2 [é]": {"1", "2", "3", "", "5", "1", "2", "1"}, "舱位": {"一", "二", "三", "一", "", "二", "三", "一"}, "\u202e\x00\"\n\\": {"\u2028", "\x00", "\"", "\u2028", "\x00", "", "\"", "\u2028"}}},
	{name: "a space for a name", columns: map[string]cells{" ": {"1", "2", "3", "", "5", "1", "2", "1"}}},
	{name: "no name", columns: map[string]cells{"": {"1", "2", "3", "", "5", "1", "2", "1"}}, fails: &lclass.NameError{}, words: []string{"a column of the frame has no name", "give it one"}},
	{name: "a name twice", twice: "Age", fails: &lclass.NameError{Name: "Age"}, words: []string{"are called"}},
	{name: "long names", columns: map[string]cells{long: {long + "a", long + "b", "", "c", "c", "c", "c", "c"}}},
	{name: "the name of a category", columns: map[string]cells{"Sex[male]": {"1", "2", "3", "", "5", "1", "2", "1"}}, fails: &lclass.NameError{Name: "Sex[male]"}, words: []string{"must differ"}},
	{name: "the name of a gap", columns: map[string]cells{"Age is missing": {"1", "2", "3", "", "5", "1", "2", "1"}}, fails: &lclass.NameError{Name: "Age is missing"}, words: []string{"must differ"}},
	{name: "a category for each row", columns: map[string]cells{"Port": {"a", "b", "c", "d", "e", "f", "g", "h"}}},
	{name: "categories that look like others", columns: map[string]cells{"Port": {"S", "S ", " S", "s", "S", "ſ", "", "S"}}},
	{name: "texts and numbers", columns: map[string]cells{"Port": {"S", "S", "1", "01", "S", "S", "", "S"}}, fails: &lclass.ValueError{Err: lclass.ErrKind, Column: "Port", Value: "S", Want: []string{"numbers"}}, words: []string{"row 3", "Categorical"}},
	{name: "a category called rare", columns: map[string]cells{"Port": {"rare", "C", "S", "", "Q", "rare", "S", "C"}}},
	{name: "one class", columns: map[string]cells{"Survived": eight("yes")}, fails: lclass.ErrOneClass},
	{name: "a target with gaps", columns: map[string]cells{"Survived": {"yes", "no", "", "no", "yes", "no", "yes", "no"}}, fails: &lclass.ValueError{Err: lclass.ErrMissing, Column: "Survived", Row: 2, Count: 1}, words: []string{"DropMissing"}},
	{name: "a column too short", columns: map[string]cells{"Age": {"1", "2"}}, fails: &invalid.LengthError{Of: `values of column "Age"`, Have: 2, Want: 8}},
	{name: "no rows", columns: map[string]cells{"Sex": {}, "Age": {}, "Port": {}, "Fare": {}, "Survived": {}}, fails: lclass.ErrNoSamples},
}

// Tables are read and prepared, or refused with the name of the column and the way
// out. A model reads what it was learnt from as it was, and other tables so that
// predictions are finite, or refuses them.
func TestFramesSurvive(t *testing.T) {
	forNumbers(t)
	forNumbers(t)
	for _, h := range hostileFrames {
		for name, steps := range map[string][]lclass.Preparation{
			"usual":      usual(),
			"polynomial": append(usual(), lclass.Polynomial{Columns: []string{"Age", "Fare"}}),
			"all":        {lclass.Impute{Category: "unknown", Indicator: true}, lclass.OneHot{KeepAll: true}, lclass.Standardize{}, lclass.Interactions{}, lclass.MinMax{}},
		} {
			for _, of := range []lclass.Estimator{lclass.Logistic{Penalty: lclass.L2(0.1)}, lclass.LinearSVM{Penalty: lclass.L2(0.1)}, lclass.LDA{Shrinkage: 0.5}, lclass.OneVsRest{Of: lclass.Perceptron{Epochs: 5}}} {
				t.Run(fmt.Sprintf("%s/%s/%T", h.name, name, of), func(t *testing.T) {
					f := passengers().with(h.columns)
					if h.twice != "" {
						f.names = append(f.names, h.twice)
					}
					m, err := fitted(func() (*lclass.Model, error) {
						d, err := lclass.FromFrame(f, lclass.Columns{Target: "Survived", Raw: true})
						if err != nil {
							return nil, err
						}
						return lclass.Pipeline{Prepare: steps, Of: of}.Fit(d)
					})
					if err != nil || h.fails != nil {
						fails(t, err, h.fails, append(h.words, "lclass: ")...)
						return
					}
					checkPrepared(t, m, raw(t, f))
					h.checkReading(t, m, f)
				})
			}
		}
	}
}

// checkReading reports whether a model reads its frame as it was, and later ones.
func (h hostileFrame) checkReading(t *testing.T, m *lclass.Model, f sheet) {
	t.Helper()
	again, err := lclass.FromFrame(f, lclass.Columns{Like: reread(t, m)})
	must(t, again, err)
	a, err := m.Scores(raw(t, f))
	must(t, a, err)
	b, err := m.Scores(again)
	equal(t, "scores of the frame that was read for the model", must(t, b, err).RawMatrix().Data, a.RawMatrix().Data)
	if h.later == nil {
		return
	}
	later, err := lclass.FromFrame(f.with(h.later), lclass.Columns{Like: m})
	var y lclass.Prediction
	if err == nil {
		y, err = m.Predict(later)
	}
	var value *lclass.ValueError
	if h.overflows && isValue(err, nil, &value) && strings.Contains(value.Column, "^2") {
		fails(t, err, &lclass.ValueError{Column: "Fare^2", Value: "+Inf"}, "change their units")
		return
	}
	if err != nil || h.refused != nil {
		if want, ok := h.refused.(*lclass.ValueError); ok && isValue(err, lclass.ErrUnknownCategory, &value) {
			want.Want = value.Want // which depends on the steps
		}
		fails(t, err, h.refused, append(h.words, "lclass: ")...)
		return
	}
	z, err := m.Scores(later)
	if !isFinite(must(t, z, err).RawMatrix().Data) || len(y.Class) != later.N() {
		t.Errorf("classes %v, scores %v", y, z.RawMatrix().Data)
	}
	if m.HasProbability() {
		p, err := m.Proba(later)
		for _, v := range must(t, p, err).RawMatrix().Data {
			if !(v >= 0 && v <= 1) || math.IsNaN(v) {
				t.Errorf("probability %v", v)
			}
		}
	}
}
