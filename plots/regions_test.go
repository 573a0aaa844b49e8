package plots

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// shadeAt returns the colour of a figure of regions at a point.
func shadeAt(f *Figure, x ...float64) any { return f.items[0].(*field).color(x[0], x[1]) }

// Three lines that enclose a triangle: inside it every class wins one duel of
// one-vs-one, and no class claims it in one-vs-rest (Bishop, figure 4.2).
func TestUndecidedRegions(t *testing.T) {
	d := classes(3, 5)
	names := []string{"class A", "class B", "class C"}
	// Row r is positive on the side of the line that looks along w.
	w := []float64{0, -1, -math.Sqrt(3) / 2, 0.5, math.Sqrt(3) / 2, 0.5}
	rest := &lclass.Model{W: mat.NewDense(3, 2, w), B: []float64{-1, -1, -1}, Output: lclass.OneVsRestOutput, Classes: names}
	// (0,1) (0,2) (1,2): in the middle 1 beats 0, 0 beats 2 and 2 beats 1.
	pairs := &lclass.Model{W: mat.NewDense(3, 2, w), B: []float64{1, -1, 1}, Output: lclass.OneVsOneOutput, Classes: names}
	for name, m := range map[string]*lclass.Model{"one-vs-rest": rest, "one-vs-one": pairs} {
		f := Regions(ByVotes(m), d).XRange(-3, 3).YRange(-3, 3)
		if got, want := f.legend.names(), append(slices.Clone(names), "?"); !slices.Equal(got, want) {
			t.Errorf("%s: the legend has %q, want %q", name, got, want)
		}
		if got := shadeAt(f, 0, 0); got != shade(-1) {
			t.Errorf("%s: the middle is %v, want grey", name, got)
		}
		for _, x := range [][]float64{{0, -2.9}, {-2.9, 1.5}, {2.9, 1.5}, {0.1, 0.2}, {-2, -2}} {
			want := shade(m.PredictOne(x))
			if m.AmbiguousOne(x) {
				want = shade(-1)
			}
			if got := shadeAt(f, x...); got != want {
				t.Errorf("%s: %v has colour %v, want %v", name, x, got, want)
			}
		}
		if f := Regions(m, d); slices.Contains(f.legend.names(), "?") || shadeAt(f, 0, 0) == shade(-1) {
			t.Errorf("%s: the model itself decides everywhere, and the legend is %q", name, f.legend.names())
		}
	}
}

// The densities of iris, and of a model that numbers the classes otherwise.
func TestRegionsOfDensities(t *testing.T) {
	d := must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))
	m := lclass.Must(lclass.QDA{}.Fit(d))
	f := Regions(m, d)
	if f.Err() != nil || f.bar != nil || !slices.Equal(f.legend.names(), d.Classes()) {
		t.Fatalf("error %v, legend %q", f.Err(), f.legend.names())
	}
	for k := range 3 {
		mean := mat.Row(nil, k, m.Densities.Means)
		if got := shadeAt(f, mean...); got != shade(k) {
			t.Errorf("at its mean class %d has colour %v, want %v", k, got, shade(k))
		}
	}
	// As the region of versicolor is bounded, it is virginica in this corner.
	if got := shadeAt(f, 1, 2.5); got != shade(2) {
		t.Errorf("beyond setosa: %v", got)
	}
	virginica := must(d.Positive("virginica"))
	two := lclass.Must(lclass.QDA{}.Fit(virginica))
	if f := Regions(two, virginica); f.bar == nil || f.bar.label != "probability of “virginica”" {
		t.Errorf("two densities have no bands of probability: %+v", f.bar)
	}
	m.Classes = []string{"virginica", "setosa", "versicolor"}
	if got := shadeAt(Regions(m, d), mat.Row(nil, 0, m.Densities.Means)...); got != shade(2) {
		t.Errorf("the class called virginica has colour %v, want %v", got, shade(2))
	}
}

// Rows of one-vs-one stand for pairs, whose names are not those of classes.
func TestPairsHaveTheirNames(t *testing.T) {
	want := []string{"class B not class A", "class C not class A", "class C not class B"}
	if got := Coefficients(oneVsOne(3, 2)).legend.names(); !slices.Equal(got, want) {
		t.Errorf("bars of %q, want %q", got, want)
	}
	if got := len(Coefficients(oneVsOne(4, 2)).legend.names()); got != 6 {
		t.Errorf("%d bars a feature for the pairs of 4 classes, want 6", got)
	}
}

// A class that the data lack has a colour of its own and a name in the legend.
func TestRegionsOfClassesWithoutSamples(t *testing.T) {
	three := lclass.Must(lclass.Softmax{Penalty: lclass.L2(0.01)}.Fit(classes(3, 20)))
	d := must(lclass.FromMatrix(mat.NewDense(2, 2, []float64{5, 0, -5, 0}), []int{0, 1}, []string{"class C", "other"}))
	f := Regions(three, d)
	if got, want := f.legend.names(), []string{"class C", "other", "class A", "class B"}; !slices.Equal(got, want) {
		t.Errorf("legend %q, want %q", got, want)
	}
	for _, x := range [][]float64{{5, 0}, {-5, 5}, {-5, -5}, {0, 5}, {0, -5}} {
		if got, want := shadeAt(f, x...), shade([]int{2, 3, 0}[three.PredictOne(x)]); got != want {
			t.Errorf("%v has colour %v, want %v", x, got, want)
		}
	}

	two := &lclass.Model{W: mat.NewDense(1, 2, []float64{1, 0}), B: []float64{0}, Output: lclass.SigmoidOutput, Classes: []string{"no", "yes"}}
	d = must(lclass.FromMatrix(mat.NewDense(2, 2, []float64{5, 0, -5, 0}), []int{0, 1}, []string{"yes", "maybe"}))
	f = Regions(two, d)
	if got, want := f.legend.names(), []string{"yes", "maybe", "no"}; !slices.Equal(got, want) {
		t.Errorf("legend %q, want %q", got, want)
	}
	if no, yes := shadeAt(f, -5, 0), shadeAt(f, 5, 0); no != mix(white, classColor(2), 0.405) || yes != mix(white, classColor(0), 0.405) {
		t.Errorf("no is %v, yes %v", no, yes)
	}

	// A function predicts a class that has a name, but no sample.
	d = must(lclass.FromMatrix(mat.NewDense(2, 2, []float64{5, 0, -5, 0}), []int{0, 2}, []string{"a", "b", "c", "d"}))
	f = Regions(ClassFunc(func(x []float64) int { return 1 }), d)
	if got, want := f.legend.names(), []string{"a", "c", "b"}; !slices.Equal(got, want) {
		t.Errorf("legend %q, want %q", got, want)
	}
}
