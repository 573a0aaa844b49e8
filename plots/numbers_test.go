package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/metric"
)

// Numbers have three digits where these tell them apart, and otherwise as many as needed.
func TestNumbersDiffer(t *testing.T) {
	for _, test := range []struct {
		write  func([]float64) func(float64) string
		values []float64
		want   []string
	}{
		{shorts, []float64{0.001, 0.01, 1000.4}, []string{"0.001", "0.01", "1000"}},
		{shorts, []float64{1000.1, 1000.2}, []string{"1000.1", "1000.2"}},
		{shorts, []float64{0.9991, 0.9992, 1}, []string{"0.9991", "0.9992", "1"}},
		{shorts, []float64{100001, -100002}, []string{"1e5", "−1e5"}},
		{shorts, []float64{100001, 100002}, []string{"1.00001e5", "1.00002e5"}},
		{shorts, []float64{0.1 + 0.2, 0.3, nan, nan}, []string{"0.3", "0.3", "–", "–"}},
		{scoreWriter, []float64{0.5, 0.9}, []string{"0.500", "0.900"}},
		{scoreWriter, []float64{0.5, 0.9001, 0.9002}, []string{"0.500", "0.900", "0.900"}},
		{scoreWriter, []float64{0.99981, 0.99982}, []string{"0.99981", "0.99982"}},
		{scoreWriter, []float64{0.9, 0.9}, []string{"0.900", "0.900"}},
		{scoreWriter, []float64{12345.01, 12345.02, nan, inf}, []string{"12345.01", "12345.02", "–", "∞"}},
	} {
		write := test.write(test.values)
		for i, v := range test.values {
			if got := write(v); got != test.want[i] {
				t.Errorf("%v: %q, want %q", test.values, got, test.want[i])
			}
		}
	}
	for _, test := range []struct {
		mean, se float64
		want     string
	}{{0.91234, 0.02, "0.912"}, {0.99965, 5e-5, "0.99965"}, {0.9996, nan, "0.9996"}, {0.9996, 0.2, "0.9996"}, {1, 0, "1"}, {0.51249, 1e-4, "0.5125"}} {
		if got := estimates([]float64{test.mean}, test.se)(test.mean); got != test.want {
			t.Errorf("%v ± %v: %q, want %q", test.mean, test.se, got, test.want)
		}
	}
}

// A share is 0 % or 100 % only if it is exactly that.
func TestPercent(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0.0 %", 1: "100.0 %", 0.123: "12.3 %", 0.0001: "0.01 %", 0.99999: "99.999 %", 1e-12: "<0.000001 %",
		1 - 1e-12: ">99.999999 %", math.Copysign(0, -1): "0.0 %", -0.5: "−50.0 %", math.Inf(1): "–",
	} {
		if got := percent(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
	if got := percent(math.NaN()); got != "–" {
		t.Errorf("NaN: %q", got)
	}
	for v, want := range map[float64]string{0: "0.0", 1e-5: "<0.1", 0.99999: ">99.9", -1e-5: ">−0.1", 0.5: "50.0"} {
		if got := percentage(v, 1); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
	for n, want := range map[float64]string{0: "0", 3: "3", 2.25: "2.2", 2.96: "3", 0.001: "0.001", 1.0 / 150: "0.0067", -2: "−2", 1e12: "1000000000000"} {
		if got := count(n); got != want {
			t.Errorf("%v: %q, want %q", n, got, want)
		}
	}
}

// What figures say of numbers that three digits would falsify.
func TestFiguresSayNumbers(t *testing.T) {
	plane := func(lo, hi float64) (x, y Axis) { return Axis{"x", lo, hi}, Axis{"y", lo, hi} }
	bowl := func(at float64) func(x, y float64) float64 {
		return func(x, y float64) float64 { return at + x*x + 3*y*y }
	}
	contour := func(f func(x, y float64) float64, levels ...float64) *Figure {
		x, y := plane(-2, 2)
		return Contour(f, x, y, levels...)
	}
	matrix := func(counts ...float64) *Figure {
		return Confusion(&metric.ConfusionMatrix{Classes: []string{"a", "b"}, Counts: mat.NewDense(2, 2, counts)})
	}
	var z []float64
	var classes []int
	for i := range 20000 { // one error of each kind
		k := i % 2
		classes, z = append(classes, k), append(z, float64(k))
	}
	z[0], z[1] = 1, 0
	one := must(lclass.FromMatrix(mat.NewDense(1, 2, []float64{1, 2}), []int{0}, []string{"a"}))
	near := []Scored{{Name: "accuracy", Test: []float64{0.9991, 0.9992}}, {Name: "accuracy", Test: []float64{0.9996, 0.9997}}}
	grid := Scored{Name: "accuracy"}
	boxes := []Scored{grid, grid}
	boxes[0].Test, boxes[1].Test = []float64{0.99981}, []float64{0.99982}
	weights := &lclass.Model{W: mat.NewDense(1, 1, []float64{-2}), B: []float64{0}, Features: []string{"x1"}, Output: lclass.SigmoidOutput, Classes: []string{"no", "yes"}}
	estimate := []lclass.Estimate{{Name: "bias"}, {Name: "x1", Value: -2, Low: -3e9, High: -1}}
	for _, test := range []struct {
		f    *Figure
		want string
	}{
		{contour(bowl(0), 5, 10, 1000), "heights from 0 to 16"},
		{contour(bowl(7), 8), "heights from 7 to 23"},
		{contour(bowl(1e9)), "heights from 1e9 to 1.000000016e9"},
		{contour(func(x, y float64) float64 { return 7 }), "with the height 7 everywhere"},
		{contour(func(x, y float64) float64 { return -x }), "heights from −2 to 2"},
		{matrix(50000, 1, 0, 50000), "accuracy 99.999 %, most often wrong with a taken for b (1 of 100001)"},
		{matrix(0, 0, 0, 0), "with accuracy –:"},
		{matrix(0.004, 0.001, 0, 0.005), "(0.001 of 0.01)"},
		{DET(Ranked{Name: "a", Ranking: metric.Rank(classes, z, nil)}), "EER 0.01 %"},
		{ValidationCurve("C", []float64{1000.1, 1000.2}, near), "best C = 1000.2: 0.99965 ± 5e−5"},
		{GridScores(GridAxis{Label: "C", Values: []float64{1}}, GridAxis{Label: "p", Values: []float64{0.9991, 0.9992}}, boxes), "from 0.99981 to 0.99982, best for C = 1 and p = 0.9992"},
		{LearningCurve([]int{1}, near[:1]), "ends at 0.999 on the test sets with 1 sample:"},
		{Folds([]struct{ Train, Test []int }{{nil, []int{0}}}), "Diagram of 1 fold of 1 sample"},
		{Histogram([]float64{3}, 1), "1 value."},
		{Scatter(one), "Scatter plot of 1 sample:"},
		{Images(one, 1, 2), "1 image"},
		{Coefficients(weights, BarOptions{Bootstrap: &lclass.BootstrapSummary{Level: 0.9, Intervals: "BCa", Coefficients: estimate}}), "x1 −2 (−3e9 to −1), showing 90 % interval (bootstrap, BCa)"},
	} {
		if got := test.f.AltText(); !strings.Contains(got, test.want) {
			t.Errorf("%q lacks %q, error %v", got, test.want, test.f.Err())
		}
	}

	cells := matrix(50000, 1, 0, 50000)
	var lines []string
	for _, i := range cells.items {
		lines = append(lines, i.(*cell).lines...)
	}
	if want := []string{"50000", ">99.9 %", "1", "<0.1 %", "0", "0.0 %", "50000", "100.0 %"}; !slices.Equal(lines, want) {
		t.Errorf("cells %q, want %q", lines, want)
	}
}
