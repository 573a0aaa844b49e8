package plots

import (
	"math"
	"testing"

	"linclass/plots/internal/vector"
)

// Logarithmic axes on which the largest value divided by the smallest overflows.
func TestHugeLogAxis(t *testing.T) {
	for _, y := range [][]float64{{1e-306, 1e-200, 1e-100, 1e3}, {5e-324, 1}, {5e-324, math.MaxFloat64}, {5e-324}, {math.MaxFloat64}} {
		x := make([]float64, len(y))
		f := New("x", "y").Points(x, y, "").LogY()
		drawn(t, f)
		_, l := f.ranges()
		lo, hi := l.margin()
		if !(lo > 0 && lo <= y[0] && hi >= y[len(y)-1] && lo < hi && finite(hi)) {
			t.Errorf("%v: axis from %v to %v", y, lo, hi)
			continue
		}
		a := axis{min: lo, max: hi, log: true}
		for _, v := range y {
			if u := a.norm(v); !(u >= 0 && u <= 1) {
				t.Errorf("%v of %v lies at %v", v, y, u)
			}
		}
		ticks := logTicks(lo, hi, 8)
		if n := len(ticks); n > 100 || len(y) > 1 && len(labels(ticks)) < 2 {
			t.Errorf("%v: %d ticks, labels %q", y, n, labels(ticks))
		}
	}
}

// Values so large, or so far apart, that a distance overflows or is lost.
func TestHugeValues(t *testing.T) {
	plane := Axis{"x", -2, 2}
	constant := func(v float64) func(x, y float64) float64 { return func(x, y float64) float64 { return v } }
	grid := func(a, b float64) *Figure {
		return GridScores(GridAxis{Label: "λ", Values: []float64{1}}, GridAxis{Label: "d", Values: []float64{1, 2}}, []Scored{{Test: []float64{a}}, {Test: []float64{b}}})
	}
	y := []float64{1}
	for range 600 {
		y = append(y, -3*y[len(y)-1])
	}
	for name, f := range map[string]*Figure{
		"divergence":        Curves("epoch", "w", Curve{Name: "w", Y: y}).YRange(-100, 100),
		"histogram":         Histogram([]float64{1e17, 1e17}, 5),
		"largest histogram": Histogram([]float64{math.MaxFloat64}, 5),
		"scores":            Scores([]int{0, 1}, []float64{1e17, 1e17}),
		"contour":           Contour(constant(1e17), plane, plane),
		"grid":              grid(1e17, 1e17),
		"grid far apart":    grid(-1e308, 1e308),
	} {
		drawn(t, f)
		if f.Err() != nil {
			t.Errorf("%s: %v", name, f.Err())
		}
	}
}

// A line that leaves the axes by far crosses their edge where it should.
func TestDivergenceIsClipped(t *testing.T) {
	f := New("x", "y").XRange(0, 4).YRange(-1, 1).Segment(1, 0, 3, 1e30, "").Segment(0, -1e30, 4, 1e30, "")
	for i, want := range [][2]float64{{0.25, 0.25}, {0.5, 0.5}} {
		c := vector.New(300, 300)
		c.Rectangle = vector.Rectangle{Min: vector.Point{X: 100, Y: 100}, Max: vector.Point{X: 200, Y: 200}}
		p := ranged(f)
		f.items[i].plot(c, p)
		path := c.Actions[len(c.Actions)-1].(vector.Stroke)
		from, to := path[0].At, path[len(path)-1].At
		if got := [2]float64{float64(from.X)/100 - 1, float64(to.X)/100 - 1}; math.Abs(got[0]-want[0]) > 1e-9 || math.Abs(got[1]-want[1]) > 1e-9 || to.Y != 200 {
			t.Errorf("from %v to %v", from, to)
		}
	}
}
