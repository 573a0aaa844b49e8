package lclass_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// pets are four pictures; the third shows neither a cat nor a dog.
func pets(t *testing.T) *lclass.Data {
	t.Helper()
	x := mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8})
	d, err := withLabels(x, mat.NewDense(4, 2, []float64{1, 1, 1, 0, 0, 0, 0, 1}), []string{"dog", "cat"})
	return must(t, d, err)
}

func TestLabelsAreAsGiven(t *testing.T) {
	d := pets(t)
	sets, err := lclass.FromSets(d.Matrix(), [][]string{{"cat", "dog"}, {"dog"}, nil, {"cat", "cat"}}, "dog", "cat")
	for _, d := range []*lclass.Data{d, must(t, sets, err)} {
		equal(t, "n, d, K", []int{d.N(), d.D(), d.K()}, []int{4, 2, 2})
		equal(t, "labels", d.Classes(), []string{"dog", "cat"})
		equal(t, "no class", d.T() == nil && d.Y() == nil, true)
		equal(t, "sets", d.Sets(), [][]string{{"dog", "cat"}, {"dog"}, nil, {"cat"}})
		equal(t, "T", d.Labels().RawMatrix().Data, []float64{1, 1, 1, 0, 0, 0, 0, 1})
		equal(t, "print", d.String(), "4 samples, 2 features, labels: 2 × dog, 2 × cat")
		equal(t, "features", d.Features(), []string{"x1", "x2"})
	}
	found, err := lclass.FromSets(d.Matrix(), d.Sets())
	equal(t, "labels that occur", must(t, found, err).Classes(), []string{"cat", "dog"})

	cat, err := d.Positive("cat")
	must(t, cat, err)
	equal(t, "one label", cat.Target(), "cat")
	equal(t, "its classes", cat.Classes(), []string{"not cat", "cat"})
	equal(t, "its targets", cat.T(), []int{1, 0, 0, 1})
	fails(t, failure(d.Positive("cow")), &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "labels", Row: -1, Value: "cow", Want: []string{"dog", "cat"}})

	some := d.Subset([]int{3, 0, 3})
	equal(t, "subset", some.Sets(), [][]string{{"cat"}, {"dog", "cat"}, {"cat"}})
	equal(t, "its features", some.Column(0), []float64{7, 1, 7})
	equal(t, "the whole", d.Sets()[0], []string{"dog", "cat"})
	equal(t, "no samples", d.Subset(nil).Labels().IsEmpty(), true)
	panics(t, "Subset", func() { d.Subset([]int{4}) })

	turned, err := d.SelectLabels("cat", "dog")
	equal(t, "turned", must(t, turned, err).Sets()[0], []string{"cat", "dog"})
	fails(t, failure(d.SelectLabels("cow")), &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "labels", Row: -1, Value: "cow", Want: []string{"dog", "cat"}})
	fails(t, failure(d.SelectLabels()), lclass.ErrNoLabels)
	fails(t, failure(d.SelectLabels("cat", "cat")), &lclass.NameError{Name: "cat"})
	_, err = json.Marshal(d)
	fails(t, err, lclass.ErrDataJSON)

	weighted, err := weigh(t, d, []float64{1, 2, 3, 4}).WithLabels(d.Labels(), d.Classes())
	equal(t, "weighted", must(t, weighted, err).String(), "4 samples, 2 features, labels: 2 × dog, 2 × cat, Σs = 10")
	equal(t, "weights", weighted.Weight(), []float64{1, 2, 3, 4})
	other, err := threeClasses(t).WithTarget("colour").WithLabels(d.Labels(), d.Classes())
	equal(t, "the target is gone", must(t, other, err).String(), "4 samples, 2 features, labels: 2 × dog, 2 × cat")
	equal(t, "and its name", other.Target(), "labels")
	many, err := d.WithLabels(mat.NewDense(4, 11, nil), classNames(11))
	contains(t, must(t, many, err).String(), "0 × c9 … of 11 labels")
}

func TestLabelErrors(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{1, 2})
	y := mat.NewDense(2, 2, []float64{0, 1, 1, 0})
	for _, c := range []struct {
		err  error
		want error
	}{
		{failure(withLabels(x, mat.NewDense(2, 2, []float64{0, 1, 0.5, 0}), []string{"a", "b"})), &lclass.ValueError{Column: "a", Row: 1, Value: "0.5"}},
		{failure(withLabels(x, mat.NewDense(2, 2, []float64{0, math.NaN(), 1, 0}), []string{"a", "b"})), &lclass.ValueError{Column: "b", Value: "NaN"}},
		{failure(withLabels(x, y, []string{"a"})), &invalid.LengthError{Of: "names", Have: 1, Want: 2}},
		{failure(withLabels(x, y, []string{"a", "a"})), &lclass.NameError{Name: "a"}},
		{failure(withLabels(x, y, []string{"a", ""})), &lclass.NameError{}},
		{failure(withLabels(mat.NewDense(3, 1, nil), y, []string{"a", "b"})), &invalid.LengthError{Of: "rows of labels", Have: 2, Want: 3}},
		{failure(withLabels(mat.NewDense(2, 1, []float64{1, math.Inf(1)}), y, []string{"a", "b"})), &lclass.ValueError{Column: "x1", Row: 1, Value: "+Inf"}},
		{failure(lclass.FromSets(x, [][]string{nil, nil})), lclass.ErrNoLabels},
		{failure(lclass.FromSets(x, [][]string{{"a"}})), &invalid.LengthError{Of: "rows of labels", Have: 1, Want: 2}},
		{failure(lclass.FromSets(x, [][]string{{"a"}, {""}})), &lclass.NameError{}},
		{failure(lclass.FromSets(mat.NewDense(2, 1, []float64{1, math.NaN()}), [][]string{{"a"}, {"b"}})), &lclass.ValueError{Column: "x1", Row: 1, Value: "NaN"}},
	} {
		fails(t, c.err, c.want)
	}
	var level *lclass.ValueError
	_, err := lclass.FromSets(x, [][]string{{"a"}, {"c"}}, "a", "b")
	if !isValue(err, lclass.ErrUnknownCategory, &level) || level.Row != 1 || level.Value != "c" {
		t.Errorf("an unknown label: %v", err)
	}
}

// films have labels as bools, as numbers and as texts, with gaps.
func films() dataframe.DataFrame {
	return dataframe.New(
		series.New([]float64{90, 120, math.NaN(), 100}, series.Float, "minutes"),
		series.New([]bool{true, false, false, true}, series.Bool, "funny"),
		series.New([]int{0, 1, 1, 0}, series.Int, "sad"),
		series.New([]string{"fr", "en", "en", "fr"}, series.String, "language"),
		series.New([]float64{1, 2, 3, 4}, series.Float, "n"),
		series.New([]bool{true, true, true, true}, series.Bool, "seen"),
		series.New([]string{"1", "NaN", "0", "1"}, series.Int, "long"),
		series.New([]string{"1", "2", "two", "1"}, series.String, "slips"),
	)
}

func TestLabelsOfFrame(t *testing.T) {
	df := films()
	all, err := lclass.FromFrame(df, lclass.Columns{Labels: []string{"sad", "funny", "seen"}, Features: []string{"minutes", "language"}, Raw: true, Weight: "n"})
	must(t, all, err)
	equal(t, "labels", all.Classes(), []string{"sad", "funny", "seen"})
	equal(t, "sets", all.Sets(), [][]string{{"funny", "seen"}, {"sad", "seen"}, {"sad", "seen"}, {"funny", "seen"}})
	equal(t, "features", all.Features(), []string{"minutes", "language"})
	equal(t, "weights", all.Weight(), []float64{1, 2, 3, 4})

	rest, err := lclass.FromFrame(df.Drop([]string{"minutes", "long", "slips"}), lclass.Columns{Labels: []string{"sad", "funny"}})
	equal(t, "every other column", must(t, rest, err).Features(), []string{"language[fr]", "n", "seen[true]"})
	rest, err = lclass.FromFrame(df.Drop([]string{"minutes", "long", "slips"}), lclass.Columns{Labels: []string{"sad", "funny"}, Weight: "n"})
	equal(t, "but the weight", must(t, rest, err).Features(), []string{"language[fr]", "seen[true]"})
	kept, err := lclass.FromFrame(df, lclass.Columns{Labels: []string{"long", "sad"}, Features: []string{"minutes"}, DropMissing: true})
	equal(t, "a gap in a label and one in a feature", must(t, kept, err).Sets(), [][]string{{"long"}, {"long"}})

	var missing *lclass.ValueError
	_, err = lclass.FromFrame(df, lclass.Columns{Labels: []string{"long"}, Features: []string{"n"}, Raw: true})
	if !isValue(err, lclass.ErrMissing, &missing) || missing.Column != "long" || missing.Row != 1 {
		t.Errorf("a missing label is filled: %v", err)
	}
	var column *lclass.ColumnError
	_, err = lclass.FromFrame(df, lclass.Columns{Labels: []string{"sat"}, Features: []string{"n"}})
	if !errors.As(err, &column) || !slices.Equal(column.Missing, []string{"sat"}) {
		t.Errorf("a column that is not there: %v", err)
	}
	broken := df.Select([]string{"none"})
	for _, c := range []struct {
		err   error
		want  error
		words []string
	}{
		{failure(lclass.FromFrame(df, lclass.Columns{Labels: []string{"sad"}, Target: "funny"})), &lclass.SettingError{Setting: "Columns.Labels", Value: []string{"sad"}}, []string{"Columns.Target"}},
		{failure(lclass.FromFrame(df, lclass.Columns{Labels: []string{"sad"}, Like: all})), &lclass.SettingError{Setting: "Columns.Labels", Value: true}, []string{"Columns.Like"}},
		{failure(lclass.FromFrame(df, lclass.Columns{Labels: []string{"n"}, Features: []string{"funny"}})), &lclass.ValueError{Err: lclass.ErrKind, Column: "n", Row: 1, Value: "2", Want: []string{"labels"}}, []string{"0 and 1"}},
		{failure(lclass.FromFrame(df, lclass.Columns{Labels: []string{"sad", "language"}, Features: []string{"n"}})), &lclass.ValueError{Err: lclass.ErrKind, Column: "language", Value: "fr", Want: []string{"labels"}}, nil},
		{failure(lclass.FromFrame(df, lclass.Columns{Labels: []string{"sad", "sad"}, Features: []string{"n"}})), &lclass.NameError{Name: "sad"}, []string{"twice"}},
		{failure(lclass.FromFrame(df, lclass.Columns{Labels: []string{"sad"}, Features: []string{"sad"}})), &lclass.NameError{Name: "sad"}, []string{"twice"}},
		{failure(lclass.FromFrame(df, lclass.Columns{Labels: []string{"sad"}, Features: []string{"minutes"}})), &lclass.ValueError{Err: lclass.ErrMissing, Column: "minutes", Row: 2, Count: 1}, nil},
		{failure(lclass.FromFrame(df, lclass.Columns{Labels: []string{"sad"}, Features: []string{"slips"}})), &lclass.ValueError{Err: lclass.ErrKind, Column: "slips", Row: 2, Value: "two", Want: []string{"numbers"}}, nil},
		{failure(lclass.FromFrame(df, lclass.Columns{Labels: []string{"sad"}, Features: []string{"n"}, Categorical: []string{"zip"}})), &lclass.ColumnError{Missing: []string{"zip"}, Have: df.Names()}, nil},
		{failure(lclass.FromFrame(df, lclass.Columns{Labels: []string{"sad"}, Features: []string{"n"}, Weight: "language"})), &lclass.ValueError{Err: lclass.ErrKind, Column: "language", Value: "fr", Want: []string{"numbers"}}, nil},
		{failure(lclass.FromFrame(df.Select([]string{"sad"}), lclass.Columns{Labels: []string{"sad"}})), &lclass.SettingError{Setting: "Columns.Labels", Value: []string{"sad"}}, []string{"no column is left"}},
		{failure(lclass.FromFrame(broken, lclass.Columns{Labels: []string{"sad"}})), broken.Err, []string{"the frame has an error"}},
	} {
		fails(t, c.err, c.want, c.words...)
	}
}

func TestLabelsContext(t *testing.T) {
	d := lclass.Must(lclass.FromSets(mat.NewDense(4, 1, []float64{1, 2, 3, 4}), [][]string{{"a"}, {}, {"a"}, {}}))
	ctx, cancel := context.WithCancel(context.Background())
	watched := d.WithContext(ctx)
	cancel()
	if err := watched.Err(); !errors.Is(err, context.Canceled) || d.Err() != nil || watched.K() != 1 {
		t.Errorf("error %v, without a context %v", err, d.Err())
	}
	if _, err := (lclass.MultiLabel{Penalty: lclass.L2(1)}).Fit(watched); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	var none *lclass.Data
	if none.WithContext(ctx).N() != 0 || none.Err() != nil {
		t.Error("nil has samples")
	}
}

// withLabels returns the features x with the labels t.
func withLabels(x, t mat.Matrix, labels []string) (*lclass.Data, error) {
	n := 0
	if x != nil {
		n, _ = x.Dims()
	}
	d, err := lclass.FromMatrix(x, make([]int, n), []string{"none"})
	if err != nil {
		return nil, err
	}
	return d.WithLabels(t, labels)
}
