package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/plots/internal/vector"
)

// path has models of two classes and three features whose weights become 0 one
// after the other, in falling order of λ as lclass.Path makes them.
func path() []*lclass.Model {
	var models []*lclass.Model
	for i, w := range [][]float64{{0, 0, 0}, {0, -1, 0}, {0.5, -2, 0}} {
		m := model(1, 3, lclass.SigmoidOutput)
		m.W = mat.NewDense(1, 3, w)
		m.Penalty = lclass.L1(math.Pow(10, -float64(i)))
		models = append(models, m)
	}
	return models
}

func TestPaths(t *testing.T) {
	f := Paths(path(), PathOptions{Top: 2, Mark: []float64{0.2}})
	lines := itemsOf[*polyline](f)
	for i, want := range [][]float64{{0, 0, 0}, {-2, -1, 0}, {0.5, 0, 0}} { // x3, which has no name, first
		if !same(lines[i].x, []float64{0.01, 0.1, 1}) || !same(lines[i].y, want) {
			t.Errorf("line %d: %v, %v, want %v", i, lines[i].x, lines[i].y, want)
		}
	}
	if got, want := f.legend.names(), []string{"1 other feature", "λ = 0.2, 1 of 3 features left"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	texts := written(t, f)
	for _, want := range []string{"x1", "x2", "features left", "2", "1", "0"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q in %q", want, texts)
		}
	}
	want := "Regularisation paths of 3 features, of which 2 are left at λ = 0.01 and 0 at λ = 1; the largest weights are those of x2, x1: weight against λ"
	if got := f.AltText(); !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of several classes one is drawn, or the length over all.
func TestPathsOfClasses(t *testing.T) {
	m := model(3, 2, lclass.SoftmaxOutput) // rows (−2, −1), (−4, −2), (−6, −3)
	m.Penalty = lclass.L2(0.1)
	for class, want := range map[string][]float64{"": {math.Sqrt(56), math.Sqrt(14)}, "class B": {-4, -2}} {
		lines := itemsOf[*polyline](Paths([]*lclass.Model{m}, PathOptions{Class: class}))
		if got := []float64{lines[0].y[0], lines[1].y[0]}; !same(got, want) {
			t.Errorf("class %q: %v, want %v", class, got, want)
		}
	}
	if err := Paths([]*lclass.Model{m}, PathOptions{Class: "x"}).Err(); !errtest.Is(err, bad("PathOptions.Class", "x")) {
		t.Error(err)
	}
}

// With all features left there is nothing to count.
func TestPathsOfAllFeatures(t *testing.T) {
	m := model(1, 2, lclass.SigmoidOutput)
	m.Penalty, m.Features = lclass.L2(1), nil
	texts := written(t, Paths([]*lclass.Model{m}))
	if slices.Contains(texts, "features left") || !slices.Contains(texts, "w2") {
		t.Errorf("%q", texts)
	}
}

func TestApart(t *testing.T) {
	for _, test := range []struct{ at, want []vector.Length }{
		{nil, []vector.Length{}},
		{[]vector.Length{50, 20}, []vector.Length{50, 20}},
		{[]vector.Length{50, 50, 50}, []vector.Length{40, 50, 60}},
		{[]vector.Length{2, 3}, []vector.Length{5, 15}},
		{[]vector.Length{99, 98}, []vector.Length{95, 85}},
	} {
		var pts []vector.Point
		for _, y := range test.at {
			pts = append(pts, vector.Point{Y: y})
		}
		if got := apart(pts, 10, 0, 100); !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, want %v", test.at, got, test.want)
		}
	}
}

func TestShorten(t *testing.T) {
	sty := textStyle(9, Black)
	name := "a feature with a long name"
	for _, width := range []vector.Length{200, 60, 1} {
		got := shorten(name, sty, width)
		if sty.Width(got) > width && got != "…" || width == 200 && got != name {
			t.Errorf("%q in %v", got, width)
		}
	}
}

// Names have the room that they need, without ticks where no model is.
func TestRoomOfPaths(t *testing.T) {
	models := path()
	for _, m := range models {
		m.Features = []string{"Embarked is Southampton", "Embarked is Queenstown", "Pclass"}
	}
	f := Paths(models)
	texts := written(t, f)
	for _, want := range models[0].Features {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q in %q", want, texts)
		}
	}
	x, _ := f.ranges()
	lo, hi := x.margin()
	ticks := x.ticks(lo, hi, 6)
	if len(ticks) == 0 || !(lo < 0.005) {
		t.Errorf("%d ticks from %v", len(ticks), lo)
	}
	for _, tick := range ticks {
		if tick.Value < 0.0099 {
			t.Errorf("a tick at %v", tick.Value)
		}
	}
}

func TestPathErrors(t *testing.T) {
	free, wide := model(1, 3, lclass.SigmoidOutput), model(1, 4, lclass.SigmoidOutput)
	wide.Penalty = lclass.L1(1)
	if err := Paths(path(), PathOptions{Mark: []float64{-1}}).Err(); !errtest.Is(err, bad("PathOptions.Mark", -1.0)) {
		t.Error(err)
	}
	for _, test := range []struct {
		models []*lclass.Model
		want   error
	}{
		{nil, bad("models", nil)},
		{[]*lclass.Model{nil}, bad("model", nil)},
		{[]*lclass.Model{path()[0], wide}, bad("models", 1)},
		{[]*lclass.Model{path()[0], free}, bad("Penalty.Lambda", 0.0)},
	} {
		if err := Paths(test.models).Err(); !errtest.Is(err, test.want) {
			t.Errorf("%v, want %#v", err, test.want)
		}
	}
}
