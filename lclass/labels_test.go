package lclass_test

import (
	"slices"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

type (
	species string
	digit   int
	ill     bool
)

var fourRows = mat.NewDense(4, 1, []float64{1, 2, 3, 4})

// The same classes come out of labels, of a frame of gota and of a frame of
// our own, by name, number and order.
func TestLabelsAreClasses(t *testing.T) {
	bools, own := []bool{true, false, false, true}, []ill{true, false, false, true}
	for _, c := range []struct {
		name    string
		d       *lclass.Data
		err     error
		column  series.Series
		classes []string
		t       []int
		y       []float64
	}{
		{name: "texts", column: series.New([]string{"b", "a", "c", "a"}, series.String, "t"),
			classes: []string{"a", "b", "c"}, t: []int{1, 0, 2, 0}},
		{name: "ints", column: series.New([]int{10, -1, 9, 10}, series.Int, "t"),
			classes: []string{"-1", "9", "10"}, t: []int{2, 0, 1, 2}, y: []float64{10, -1, 9, 10}},
		{name: "bools", column: series.New(bools, series.Bool, "t"),
			classes: []string{"false", "true"}, t: []int{1, 0, 0, 1}},
		{name: "only true", column: series.New([]bool{true, true, true, true}, series.Bool, "t"),
			classes: []string{"false", "true"}, t: []int{1, 1, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var all []*lclass.Data
			add := func(d *lclass.Data, err error) { all = append(all, must(t, d, err)) }
			switch c.name {
			case "texts":
				add(lclass.FromLabels(fourRows, []string{"b", "a", "c", "a"}))
				add(lclass.FromLabels(fourRows, []species{"b", "a", "c", "a"}))
			case "ints":
				add(lclass.FromLabels(fourRows, []int{10, -1, 9, 10}))
				add(lclass.FromLabels(fourRows, []digit{10, -1, 9, 10}))
			case "bools":
				add(lclass.FromLabels(fourRows, bools))
				add(lclass.FromLabels(fourRows, own))
			case "only true":
				add(lclass.FromLabels(fourRows, []bool{true, true, true, true}))
			}
			x := series.New([]float64{1, 2, 3, 4}, series.Float, "x1")
			add(lclass.FromFrame(dataframe.New(x, c.column), lclass.Columns{Target: "t"}))
			for i, d := range all {
				equal(t, "classes", d.Classes(), c.classes)
				equal(t, "T", d.T(), c.t)
				equal(t, "Y", d.Y(), c.y)
				equal(t, "features", d.Features(), []string{"x1"})
				equal(t, "X", d.Column(0), []float64{1, 2, 3, 4})
				// The explicit positive class, whichever it is.
				for k, class := range c.classes {
					p, err := d.Positive(class)
					must(t, p, err)
					if got := p.Classes(); len(got) != 2 || got[1] != class {
						t.Errorf("data %d: classes %q, want %q as the second", i, got, class)
					}
					for row, kind := range p.T() {
						if (kind == 1) != (c.t[row] == k) {
							t.Errorf("data %d: sample %d of class %q is %d", i, row, c.classes[c.t[row]], kind)
						}
					}
					if p.Y() != nil {
						t.Errorf("data %d: %q is a number, %v", i, class, p.Y())
					}
				}
			}
		})
	}
}

// What a model calls positive is what Positive named: the sign of w turns.
func TestPositiveTurnsTheSign(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{1, 2, 3, 2, 3, 4})
	d, err := lclass.FromLabels(x, []bool{false, false, false, true, true, true})
	must(t, d, err)
	turned, err := d.Positive("false")
	must(t, turned, err)
	want, got := learn(t, lclass.Logistic{}, d), learn(t, lclass.Logistic{}, turned)
	near(t, "W, b", []float64{-got.W.At(0, 0), -got.B[0]}, parameters(want), 1e-9)
	if want.W.At(0, 0) <= 0 || got.Classes[1] != "false" {
		t.Errorf("w = %v for %q, %v for %q", want.W.At(0, 0), want.Classes, got.W.At(0, 0), got.Classes)
	}
	// Both tell the same truth of data read apart.
	a, err := got.Accuracy(d)
	b, err2 := want.Accuracy(turned)
	if err != nil || err2 != nil || a != b || a < 0.5 {
		t.Errorf("accuracy %v (%v) and %v (%v)", a, err, b, err2)
	}
}

// Whole numbers that are said to be labels are classes however many there are.
func TestManyLabels(t *testing.T) {
	const n = 1500
	x, labels := mat.NewDense(n, 1, nil), make([]int, n)
	for i := range labels {
		labels[i] = n - i
	}
	d, err := lclass.FromLabels(x, labels)
	if must(t, d, err); d.K() != n || d.T()[0] != n-1 || d.Classes()[0] != "1" {
		t.Errorf("%d classes, first sample of class %d", d.K(), d.T()[0])
	}
	d, err = lclass.RegressionFromMatrix(x, d.Y())
	if must(t, d, err); d.K() != 0 {
		t.Errorf("%d classes of measured numbers", d.K())
	}
}

func TestLabelsThatAreNone(t *testing.T) {
	fails(t, failure(lclass.FromLabels(fourRows, []string{"a", "b"})), &invalid.LengthError{Of: "labels", Have: 2, Want: 4})
	fails(t, failure(lclass.FromLabels(fourRows, []string{"a", "b", "", "b"})), &lclass.NameError{}, "sample 2", "empty")
	fails(t, failure(lclass.FromLabels(fourRows, []int{0, 1<<53 + 1, 0, 1})), &lclass.NameError{Name: "9007199254740993"}, "sample 1", "2⁵³", "texts")
	fails(t, failure(lclass.FromLabels(mat.NewDense(1, 1, []float64{inf}), []int{0})), &lclass.ValueError{Column: "x1", Value: "+Inf"})
	d, err := lclass.FromLabels(&mat.Dense{}, []string{})
	if must(t, d, err); d.N() != 0 || d.K() != 0 {
		t.Errorf("%v of nothing", d)
	}
	regression, err := lclass.RegressionFromMatrix(fourRows, []float64{0.5, 1, 2, 3})
	must(t, regression, err)
	fails(t, failure(regression.Positive("1")), &invalid.TargetError{Target: "t", Want: "classes"})
}

// A column of truth values has both levels, so that data with one of them
// agree with data with both.
func TestTruthIsTwoLevels(t *testing.T) {
	frame := func(smokes ...bool) dataframe.DataFrame {
		return dataframe.New(series.New(smokes, series.Bool, "smokes"), series.New([]int{0, 1}, series.Int, "t"))
	}
	one, err := lclass.FromFrame(frame(true, true), lclass.Columns{Target: "t"})
	must(t, one, err)
	two, err := lclass.FromFrame(frame(true, false), lclass.Columns{Target: "t"})
	must(t, two, err)
	if !slices.Equal(one.Features(), two.Features()) || !slices.Equal(one.Column(0), []float64{1, 1}) {
		t.Errorf("features %q, %v and %q", one.Features(), one.Column(0), two.Features())
	}
}
