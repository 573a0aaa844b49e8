package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"linclass/lclass/validate"
	"linclass/plots/internal/vector"
)

// threeLambdas are scores of two folds at λ = 1, 0.1 and 0.01.
func threeLambdas() (lambdas []float64, scores []Scored) {
	return []float64{1, 0.1, 0.01}, []Scored{
		{Name: "accuracy", Test: []float64{0.77, 0.79}, Train: []float64{0.8, 0.8}},
		{Name: "accuracy", Test: []float64{0.76, 0.84}, Train: []float64{0.9, 0.8}},
		{Name: "accuracy", Test: []float64{0.7, nan}, Train: []float64{1, nan}},
	}
}

func TestValidationCurve(t *testing.T) {
	x, scores := threeLambdas()
	f := ValidationCurve("λ", x, scores, ValidationOptions{OneSE: true})
	lines, bands := itemsOf[*polyline](f), itemsOf[*band](f)
	training, test := lines[0], lines[1]
	if !same(test.x, []float64{0.01, 0.1, 1}) || !same(test.y, []float64{0.7, 0.8, 0.78}) {
		t.Errorf("test %v, %v", test.x, test.y)
	}
	if !same(training.y, []float64{1, 0.85, 0.8}) {
		t.Errorf("training %v", training.y)
	}
	// The deviations are 0.08/√2 and 0.02/√2, and that of one fold is unknown.
	for i, want := range []float64{nan, 0.8 - 0.08/math.Sqrt2, 0.78 - 0.02/math.Sqrt2} {
		if got := bands[1].low[i]; math.Abs(got-want) > 1e-12 || math.IsNaN(got) != math.IsNaN(want) {
			t.Errorf("lower end %d of the test %v, want %v", i, got, want)
		}
	}
	// The standard error is 0.04, so λ = 1, the first, is within.
	want := []string{
		"test, mean ± std of 2 folds", "training, mean ± std of 2 folds",
		"best λ = 0.1: 0.8 ± 0.04 (standard error)", "within one standard error: λ = 1: 0.78",
	}
	if got := f.legend.names(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	marks := itemsOf[*points](f)
	if marks[0].x[0] != 0.1 || !near(marks[0].y[0], 0.8) || marks[1].x[0] != 1 || !near(marks[1].y[0], 0.78) {
		t.Errorf("marks %v, %v", marks[0], marks[1])
	}
	if !f.x.log || f.yName != "accuracy" || !strings.Contains(f.AltText(), "best λ = 0.1: 0.8") {
		t.Errorf("logarithmic %t, %s", f.x.log, f.AltText())
	}
}

// Of losses the smallest is the best, and of equal ones the first.
func TestBestOf(t *testing.T) {
	at := func(smaller bool, values ...float64) []Scored {
		var all []Scored
		for _, v := range values {
			all = append(all, Scored{LowerIsBetter: smaller, Test: []float64{v}})
		}
		return all
	}
	for _, test := range []struct {
		scores []Scored
		want   int
	}{
		{at(false, 1, 3, 3, 2), 1},
		{at(true, 2, 1, 1, 3), 1},
		{at(true, nan, 5, 4), 2},
		{at(false, nan, -5, nan), 1},
		{at(true, inf, 5), 1},
		{[]Scored{{Test: []float64{9, nan}}, {Test: []float64{1, 2}}}, 1}, // measured on fewer folds
	} {
		if got, _ := bestOf(test.scores); got != test.want {
			t.Errorf("%v: %d, want %d", test.scores, got, test.want)
		}
	}
}

// Degrees of a polynomial are no logarithmic axis, nor is a λ of 0.
func TestAxisOfValidationCurve(t *testing.T) {
	_, scores := threeLambdas()
	for _, values := range [][]float64{{1, 2, 3}, {0, 0.1, 100}, {-1, 1, 200}} {
		if f := ValidationCurve("d", values, scores); f.x.log || f.Err() != nil {
			t.Errorf("%v: logarithmic %t, %v", values, f.x.log, f.Err())
		}
	}
}

// What package validate makes goes in as it is.
func TestLearningCurve(t *testing.T) {
	f := LearningCurve([]int{10, 100}, []validate.Scores{
		{Name: "log-loss", LowerIsBetter: true, Test: []float64{0.5, 0.7}},
		{Name: "log-loss", LowerIsBetter: true, Test: []float64{0.3, 0.3}},
	})
	lines := itemsOf[*polyline](f)
	if len(lines) != 1 || !same(lines[0].x, []float64{10, 100}) || !same(lines[0].y, []float64{0.6, 0.3}) {
		t.Errorf("%d lines, %v, %v", len(lines), lines[0].x, lines[0].y)
	}
	want := "Learning curve that ends at 0.3 on the test sets with 100 samples: log-loss against training samples, showing test, mean ± std of 2 folds."
	if got := f.AltText(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// No band lies over a curve.
func TestBandsBelowCurves(t *testing.T) {
	f := LearningCurve([]int{10, 100}, []Scored{
		{Test: []float64{0.5, 0.7}, Train: []float64{0.8, 0.9}},
		{Test: []float64{0.6, 0.8}, Train: []float64{0.8, 0.9}},
	})
	curves, bands := 0, 0
	for _, i := range f.items {
		switch i.(type) {
		case *polyline:
			curves++
		case *band:
			bands++
			if curves > 0 {
				t.Error("a band over a curve")
			}
		}
	}
	if curves != 2 || bands != 2 {
		t.Errorf("%d curves, %d bands", curves, bands)
	}
}

// One size has no band between places, but a bar; folds that were not measured do not count.
func TestDeviationAtOnePlace(t *testing.T) {
	f := LearningCurve([]int{10}, []Scored{{Test: []float64{0.4, nan, 0.6}}})
	if want := []string{"test, mean ± std of 2 folds"}; !slices.Equal(f.legend.names(), want) {
		t.Errorf("legend %q, want %q", f.legend.names(), want)
	}
	patch := f.legend.entries[0].patch
	drawn := func(f *Figure) (n int) {
		c := vector.New(defaultWidth*pixel, defaultHeight*pixel)
		for _, i := range f.items {
			if l, ok := i.(*lonely); ok {
				c.Picture.Actions = nil
				l.plot(c, ranged(f))
				for _, a := range c.Picture.Actions {
					bar, ok := a.(vector.Fill)
					if !ok {
						continue
					}
					n++
					for _, piece := range vector.Path(bar) {
						if piece.Kind != vector.Close && !c.Contains(piece.At) {
							t.Errorf("a bar reaches %v, outside of the axes", piece.At)
						}
					}
				}
				if l.color != patch {
					t.Errorf("colour %v, legend %v", l.color, patch)
				}
			}
		}
		return n
	}
	if n := drawn(f); n != 1 {
		t.Errorf("%d bars at one size", n)
	}
	two := Scored{Test: []float64{0.4, 0.6}}
	if n := drawn(LearningCurve([]int{10, 20}, []Scored{two, two})); n != 0 {
		t.Errorf("%d bars in a band", n)
	}
	if n := drawn(LearningCurve([]int{10, 20, 30}, []Scored{two, {Test: []float64{0.5, nan}}, two})); n != 2 {
		t.Errorf("%d bars around a gap, want 2", n)
	}
	if n := drawn(LearningCurve([]int{10, 20, 30}, []Scored{two, {Test: []float64{0.5, nan}}, two}).XRange(10, 25).YRange(0.45, 0.55)); n != 1 {
		t.Errorf("%d bars at the edge, want 1", n)
	}
	three := Scored{Test: []float64{0.4, 0.6, 0.5}}
	if got := LearningCurve([]int{10, 20}, []Scored{{Test: []float64{0.4, 0.6, nan}}, three}).legend.names(); got[0] != "test, mean ± std of 2 to 3 folds" {
		t.Errorf("legend %q", got)
	}
}
