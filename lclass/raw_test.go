package lclass_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/lclass"
)

// passengers have gaps in numbers and texts.
func passengers() sheet {
	return sheet{[]string{"Sex", "Age", "Port", "Fare", "Survived"}, map[string]cells{
		"Sex":      {"male", "female", "female", "male", "male", "female", "male", "female"},
		"Age":      {"22", "38", "", "35", "", "27", "54", "2"},
		"Port":     {"S", "C", "S", "", "Q", "S", "S", "C"},
		"Fare":     {"7.25", "71.5", "8", "53", "8.5", "11", "52", "21"},
		"Survived": {"no", "yes", "yes", "yes", "no", "no", "no", "yes"},
	}}
}

func raw(t testing.TB, f sheet, features ...string) *lclass.Data {
	t.Helper()
	d, err := lclass.FromFrame(f, lclass.Columns{Target: "Survived", Features: features, Raw: true})
	return must(t, d, err)
}

func TestRawFrame(t *testing.T) {
	d := raw(t, passengers())
	equal(t, "features", d.Features(), []string{"Sex", "Age", "Port", "Fare"})
	equal(t, "categories", d.Categories(), map[string][]string{"Sex": {"female", "male"}, "Port": {"C", "Q", "S"}, "Survived": {"no", "yes"}})
	equal(t, "a row of codes", d.Row(1), []float64{0, 38, 0, 71.5})
	if x := d.Row(2); !math.IsNaN(x[1]) || x[2] != 2 {
		t.Errorf("row 2 is %v", x)
	}
	if x := d.Row(3); !math.IsNaN(x[2]) {
		t.Errorf("row 3 is %v", x)
	}
	equal(t, "classes", d.T(), []int{0, 1, 1, 1, 0, 0, 0, 1})
	equal(t, "printed", d.String(), "8 samples, 4 features, target Survived: 4 × no, 4 × yes, 2 of texts, 3 values missing")
	part := d.Subset([]int{0, 1})
	equal(t, "printed part", part.String(), "2 samples, 4 features, target Survived: 1 × no, 1 × yes, 2 of texts")
	equal(t, "categories of a part", part.Categories(), d.Categories())
	w := weigh(t, d, []float64{1, 2, 3, 4, 5, 6, 7, 8})
	equal(t, "weights", w.Subset([]int{3}).Weight(), []float64{4})
	if _, err := json.Marshal(d); err == nil {
		t.Error("raw data were written")
	}
	like, err := lclass.FromFrame(passengers(), lclass.Columns{Like: part})
	equal(t, "read like a part", must(t, like, err).String(), d.String())
	p, err := d.Positive("no")
	equal(t, "categories of another problem", must(t, p, err).Categories()["Port"], []string{"C", "Q", "S"})

	numbers := raw(t, passengers(), "Fare")
	learn(t, lclass.Logistic{Penalty: lclass.L2(1)}, numbers) // nothing to prepare
	dropped, err := lclass.FromFrame(passengers(), lclass.Columns{Target: "Survived", Raw: true, DropMissing: true})
	equal(t, "dropped", must(t, dropped, err).String(), "5 samples, 4 features, target Survived: 3 × no, 2 × yes, 2 of texts")
	known, err := lclass.FromFrame(passengers(), lclass.Columns{Target: "Survived", Features: []string{"Port"}, Raw: true, Categories: map[string][]string{"Port": {"S", "Q", "C", "Z"}}})
	equal(t, "categories given", must(t, known, err).Row(1), []float64{2})

	gota := dataframe.New(
		series.New([]any{"a", nil, "b"}, series.String, "text"),
		series.New([]any{1.5, 2, nil}, series.Float, "number"),
		series.New([]any{true, false, nil}, series.Bool, "truth"),
		series.New([]any{nil, nil, nil}, series.Float, "nothing"),
	)
	g, err := lclass.FromFrame(gota, lclass.Columns{Raw: true})
	must(t, g, err)
	equal(t, "gota", fmt.Sprint(g.Row(0), g.Row(1), g.Row(2)), "[0 1.5 1 NaN] [NaN 2 0 NaN] [1 NaN NaN NaN]")
}

func TestRawErrors(t *testing.T) {
	f := passengers()
	for name, c := range map[string]struct {
		o    lclass.Columns
		set  map[string]cells
		want error
	}{
		"missing target":   {lclass.Columns{}, map[string]cells{"Survived": {"no", "", "yes", "no", "no", "yes", "no", "yes"}}, &lclass.ValueError{Err: lclass.ErrMissing, Column: "Survived", Row: 1, Count: 1}},
		"infinite":         {lclass.Columns{}, map[string]cells{"Age": {"1", "2", "Inf", "", "5", "6", "7", "8"}}, &lclass.ValueError{Column: "Age", Row: 2, Value: "+Inf"}},
		"another category": {lclass.Columns{Categories: map[string][]string{"Port": {"S", "C"}}}, nil, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "Port", Row: 4, Value: "Q", Want: []string{"S", "C"}}},
		"mixed":            {lclass.Columns{}, map[string]cells{"Age": {"1", "2", "old", "", "5", "6", "7", "8"}}, &lclass.ValueError{Err: lclass.ErrKind, Column: "Age", Row: 2, Value: "old", Want: []string{"numbers"}}},
		"twice":            {lclass.Columns{}, nil, &lclass.NameError{Name: "Age"}},
	} {
		g := sheet{f.names, map[string]cells{}}
		for column, v := range f.values {
			g.values[column] = v
		}
		for column, v := range c.set {
			g.values[column] = v
		}
		features := []string{"Age", "Port"}
		if name == "twice" {
			features = []string{"Age", "Age"}
		}
		c.o.Raw = true
		fails(t, failure(lclass.FromFrame(g, columns(c.o, "Survived", features...))), c.want)
	}
}

// Nothing learns from data that have to be prepared, and says what is to do.
func TestLearnersRefuseRawData(t *testing.T) {
	text, gap := raw(t, passengers(), "Fare", "Sex"), raw(t, passengers(), "Fare", "Age")
	m := learn(t, lclass.Logistic{Penalty: lclass.L2(1)}, raw(t, passengers(), "Fare"))
	both, err := raw(t, passengers(), "Fare").WithFeatures("Sex")
	must(t, both, err)
	sexless := learn(t, lclass.Logistic{Penalty: lclass.L2(1)}, both)
	ls := map[string]func(d *lclass.Data) error{
		"LambdaMax": func(d *lclass.Data) error {
			return failure(lclass.LambdaMax(lclass.Logistic{Penalty: lclass.L1(1)}, d))
		},
		"Perceptron": func(d *lclass.Data) error { return failure(lclass.Perceptron{}.Fit(d)) },
		"OneVsRest":  func(d *lclass.Data) error { return failure(lclass.OneVsRest{Of: lclass.Logistic{}}.Fit(d)) },
		"LDA":        func(d *lclass.Data) error { return failure(lclass.LDA{}.Fit(d)) },
		"QDA":        func(d *lclass.Data) error { return failure(lclass.QDA{}.Fit(d)) },
		"NaiveBayes": func(d *lclass.Data) error { return failure(lclass.NaiveBayes{}.Fit(d)) },
		"Bootstrap":  func(d *lclass.Data) error { return failure(lclass.Bootstrap{}.Of(lclass.Logistic{}, d)) },
		"Shard":      func(d *lclass.Data) error { return failure(lclass.Shard(lclass.Logistic{}, d)) },
	}
	for _, l := range learnerSpecs {
		if l.classes == 2 {
			ls[l.name] = func(d *lclass.Data) error { return failure(l.make(lclass.L2(1), nil).Fit(d)) }
		}
	}
	for name, f := range ls {
		var kind *lclass.ValueError
		if err := f(text); !isValue(err, lclass.ErrKind, &kind) || kind.Column != "Sex" || kind.Value != "male" || !slices.Equal(kind.Want, []string{"numbers"}) {
			t.Errorf("%s of texts: %v", name, err)
		}
		fails(t, f(text), &lclass.ValueError{Err: lclass.ErrKind, Column: "Sex", Value: "male", Want: []string{"numbers"}}, "OneHot")
		var missing *lclass.ValueError
		if err := f(gap); !isValue(err, lclass.ErrMissing, &missing) || missing.Column != "Age" || missing.Row != 2 || missing.Count != 2 {
			t.Errorf("%s of gaps: %v", name, err)
		}
		fails(t, f(gap), &lclass.ValueError{Err: lclass.ErrMissing, Column: "Age", Row: 2, Count: 2}, "Pipeline with Impute")
	}
	// A model takes what it needs, and no more.
	y, err := m.Predict(text)
	must(t, y, err)
	fails(t, failure(sexless.Predict(text)), &lclass.ValueError{Err: lclass.ErrKind, Column: "Sex", Value: "male", Want: []string{"numbers"}})
}
