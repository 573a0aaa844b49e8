package plots

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// animals has 3 cats, 2 of them right, 4 dogs, 3 of them right, and no cow, but
// a dog taken for one.
func animals() *metric.ConfusionMatrix {
	return metric.Confusion([]int{0, 0, 0, 1, 1, 1, 1}, []int{0, 0, 1, 1, 1, 1, 2}, []string{"cat", "dog", "cow"}, nil)
}

// cells returns what the cells say, row by row, "" for none.
func cells(f *Figure) []string {
	var all []string
	for _, e := range itemsOf[*cell](f) {
		all = append(all, strings.Join(e.lines, " "))
	}
	return all
}

func TestConfusion(t *testing.T) {
	for _, test := range []struct {
		o    ConfusionOptions
		want []string
		bar  string
		hi   float64
	}{
		{ConfusionOptions{}, []string{"2 66.7 %", "1 33.3 %", "0 0.0 %", "0 0.0 %", "3 75.0 %", "1 25.0 %", "0", "0", "0"}, "share of the true class (%)", 100},
		{ConfusionOptions{Of: ByTrue}, []string{"66.7", "33.3", "0", "0", "75.0", "25.0", "–", "–", "–"}, "share of the true class (%)", 100},
		{ConfusionOptions{Of: ByPredicted}, []string{"100.0", "25.0", "0", "0", "75.0", "100.0", "0", "0", "0"}, "share of the predicted class (%)", 100},
		{ConfusionOptions{Of: ByAll}, []string{"28.6", "14.3", "0", "0", "42.9", "14.3", "0", "0", "0"}, "share of all samples (%)", 100},
		{ConfusionOptions{Errors: true}, []string{"", "1 33.3 %", "0 0.0 %", "0 0.0 %", "", "1 25.0 %", "0", "0", ""}, "share of the true class (%)", 100. / 3},
		{ConfusionOptions{Of: ByTrue, PredictedRows: true}, []string{"66.7", "0", "–", "33.3", "75.0", "–", "0", "25.0", "–"}, "share of the true class (%)", 100},
	} {
		f := Confusion(animals(), test.o)
		if got := cells(f); !slices.Equal(got, test.want) {
			t.Errorf("%+v: %q, want %q", test.o, got, test.want)
		}
		if f.bar.label != test.bar || !near(f.bar.hi, test.hi) {
			t.Errorf("%+v: bar of %q to %v", test.o, f.bar.label, f.bar.hi)
		}
		x, y := "predicted class (columns)", "true class (rows)"
		if test.o.PredictedRows {
			x, y = "true class (columns)", "predicted class (rows)"
		}
		if f.xName != x || f.yName != y {
			t.Errorf("%+v: axes %q and %q", test.o, f.xName, f.yName)
		}
	}
}

// The darkest shade is 1, of errors alone the largest of them; a class without
// samples has none.
func TestShades(t *testing.T) {
	e := itemsOf[*cell](Confusion(animals(), ConfusionOptions{Errors: true}))
	if e[1].fill != sequential.at(1) || e[5].fill != sequential.at(0.75) || e[0].fill != mix(white, Silver, 0.4) || e[8].fill != e[0].fill {
		t.Errorf("shades %v, %v, %v, %v", e[1].fill, e[5].fill, e[0].fill, e[8].fill)
	}
	e = itemsOf[*cell](Confusion(animals(), ConfusionOptions{Of: ByTrue}))
	if e[1].fill != sequential.at(1./3) || e[8].fill != white {
		t.Errorf("%v, %v", e[1].fill, e[8].fill)
	}
	right := metric.Confusion([]int{0, 1}, []int{0, 1}, nil, nil)
	if f := Confusion(right, ConfusionOptions{Errors: true}); f.bar.hi != 100 || f.Err() != nil {
		t.Errorf("no errors: bar to %v, %v", f.bar.hi, f.Err())
	}
}

func TestAltOfConfusion(t *testing.T) {
	want := "Confusion matrix of cat, dog, cow with accuracy 71.4 %, most often wrong with cat taken for dog (1 of 7): true class (rows) against predicted class (columns)."
	if got := Confusion(animals()).AltText(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Confusion(metric.Confusion([]int{0, 1}, []int{0, 1}, nil, nil)).AltText(); strings.Contains(got, "wrong") {
		t.Errorf("%q", got)
	}
}

// Twenty classes are read: no number is smaller than 7 points or wider than its
// cell. Of 200 classes there is no room for numbers.
func TestManyClasses(t *testing.T) {
	for classes, want := range map[int]int{20: 20, 200: 0} {
		var targets []int
		for k := range classes {
			for range 1234 {
				targets = append(targets, k)
			}
		}
		f := Confusion(metric.Confusion(targets, targets, nil, nil))
		n := 0
		for _, a := range drawn(t, f) {
			if s, ok := a.(vector.Text); ok && s.Text == "1234" {
				n++
				if s.Size < 7 {
					t.Errorf("letters of %v points", s.Size)
				}
			}
		}
		if n != want {
			t.Errorf("%d classes: %d numbers", classes, n)
		}
	}
}

func TestConfusionErrors(t *testing.T) {
	for _, test := range []struct {
		figure *Figure
		want   error
	}{
		{Confusion(animals(), ConfusionOptions{Of: 7}), bad("ConfusionOptions.Of", Share(7))},
		{Confusion(&metric.ConfusionMatrix{Counts: mat.NewDense(2, 2, nil), Classes: []string{"a"}}), bad("counts", []int{2, 2})},
	} {
		if err := test.figure.Err(); !errtest.Is(err, test.want) {
			t.Errorf("%v, want %#v", err, test.want)
		}
	}
}
