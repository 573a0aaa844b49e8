package lclass_test

import (
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// Samples are the same whatever the order of their columns, and whatever else
// there is beside them.
func TestFeaturesByName(t *testing.T) {
	x, class := clouds(60, 3, 2, 5)
	d, err := classified(t, x, class).WithFeatures("a", "b", "c")
	must(t, d, err)
	wide := mat.NewDense(60, 5, nil)
	for j, from := range []int{2, -1, 0, 1, -1} {
		for i := range 60 {
			if from >= 0 {
				wide.Set(i, j, x.At(i, from))
			} else {
				wide.Set(i, j, float64(i))
			}
		}
	}
	names := []string{"c", "row", "a", "b", "other"}
	other, err := classified(t, wide, class).WithFeatures(names...)
	must(t, other, err)
	few, err := classified(t, sparse(t, wide), class).WithFeatures(names...)
	must(t, few, err)
	blocks := classified(t, lclass.Blocks{N: 60, D: 5, Features: names, Size: 256, Read: func(z []float64, lo, hi int) error {
		copy(z, wide.RawMatrix().Data[lo*5:hi*5])
		return nil
	}}, class)
	nameless := classified(t, x, class)

	m := learn(t, lclass.Logistic{}, d)
	g, err := lclass.QDA{}.Fit(d)
	must(t, g, err)
	for what, other := range map[string]*lclass.Data{"dense": other, "sparse": few, "blocks": blocks, "by position": nameless} {
		for name, f := range map[string]func(d *lclass.Data) (*mat.Dense, error){
			"Scores": m.Scores, "Proba": m.Proba, "Gaussian": g.Proba,
		} {
			want, err := f(d)
			must(t, want, err)
			got, err := f(other)
			if !mat.Equal(must(t, got, err), want) {
				t.Errorf("%s of %s differ", name, what)
			}
		}
		a, err := m.Accuracy(other)
		b, err2 := m.Accuracy(d)
		equal(t, "accuracy", must(t, a, err), must(t, b, err2))
	}
	s, err := m.Summary(other)
	must(t, s, err)
	equal(t, "features of the summary", s.Table().Columns[0].Text[1:], []string{"a", "b", "c"})
}

func TestColumnError(t *testing.T) {
	x, class := clouds(30, 3, 2, 5)
	d, err := classified(t, x, class).WithFeatures("Age", "Fare paid", "x")
	must(t, d, err)
	m := learn(t, lclass.Logistic{}, d)
	for _, c := range []struct {
		names []string
		lacks []string
		want  error
	}{
		{[]string{"age", "Fare paid", "x"}, []string{"Age"}, &lclass.ColumnError{Missing: []string{"Age"}, Have: []string{"age", "Fare paid", "x"}}},
		{[]string{"Age", "fare_paid", "Fare-paid"}, []string{"Fare paid", "x"}, &lclass.ColumnError{Missing: []string{"Fare paid", "x"}, Have: []string{"Age", "fare_paid", "Fare-paid"}}},
		{[]string{"x1", "x2", "x"}, []string{"Age", "Fare paid"}, &lclass.ColumnError{Missing: []string{"Age", "Fare paid"}, Have: []string{"x1", "x2", "x"}}},
	} {
		other, err := d.WithFeatures(c.names...)
		must(t, other, err)
		err = failure(m.Predict(other))
		fails(t, err, c.want)
		var e *lclass.ColumnError
		if !errors.As(err, &e) || !slices.Equal(e.Missing, c.lacks) || !slices.Equal(e.Have, c.names) {
			t.Errorf("%q: %+v", c.names, e)
		}
	}
	// Two features without names are not three.
	two := classified(t, x.Slice(0, 30, 0, 2), class)
	fails(t, failure(m.Predict(two)), &lclass.ColumnError{Missing: []string{"Age", "Fare paid", "x"}, Have: []string{"x1", "x2"}})
}

func TestColumnAlike(t *testing.T) {
	_, own := people()
	fails(t, failure(lclass.FromFrame(own, lclass.Columns{Target: "ILL"})), &lclass.ColumnError{Missing: []string{"ILL"}, Have: []string{"group", "x", "n", "smokes", "ill"}}, `if you mean "ill"`)
}
