package plots

import (
	"math"
	"slices"
	"testing"

	"linclass/lclass/metric"
)

// errorsAt returns the cost of false positives and false negatives.
func errorsAt(positive, negative float64) metric.Rate {
	return func(n metric.Counts) float64 { return positive*n.FP + negative*n.FN }
}

// A rate holds from just above one score to the next.
func TestThresholds(t *testing.T) {
	f := Thresholds(fourScores(), ThresholdOptions{Cost: errorsAt(1, 5), Mark: []float64{0.4}})
	x := []float64{0.1, 0.1, 0.35, 0.35, 0.4, 0.4, 0.8}
	lines := itemsOf[*polyline](f)
	for k, want := range [][]float64{
		{0.5, 2. / 3, 2. / 3, 0.5, 0.5, 1, 1},
		{1, 1, 1, 0.5, 0.5, 0.5, 0.5},
		{2. / 3, 0.8, 0.8, 0.5, 0.5, 2. / 3, 2. / 3},
		{2. / 6, 1. / 6, 1. / 6, 1, 1, 5. / 6, 5. / 6}, // 2, 1, 6, 5
	} {
		// Points that are the same are left out.
		var wantX, wantY []float64
		for i := range x {
			if i == 0 || x[i] != x[i-1] || want[i] != want[i-1] {
				wantX, wantY = append(wantX, x[i]), append(wantY, want[i])
			}
		}
		if !same(lines[k].x, wantX) || !same(lines[k].y, wantY) {
			t.Errorf("curve %d: %v, %v, want %v, %v", k, lines[k].x, lines[k].y, wantX, wantY)
		}
	}
	names := []string{"precision", "recall", "F1", "cost (1.0 = 6)", "θ = 0.4: precision 0.500, recall 0.500, F1 0.500, cost 6"}
	if got := f.legend.names(); !slices.Equal(got, names) {
		t.Errorf("%q, want %q", got, names)
	}
	mark := itemsOf[*points](f)[0]
	if !same(mark.x, []float64{0.4, 0.4, 0.4, 0.4}) || !same(mark.y, []float64{0.5, 0.5, 0.5, 1}) {
		t.Errorf("marked at %v, %v", mark.x, mark.y)
	}
}

// Above all scores precision is 0/0: it is not marked, and the legend says so.
func TestThresholdAboveScores(t *testing.T) {
	f := Thresholds(fourScores(), ThresholdOptions{Mark: []float64{2}})
	if got, want := f.legend.names()[3], "θ = 2: precision –, recall 0.000, F1 0.000"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if m := itemsOf[*points](f)[0]; !math.IsNaN(m.y[0]) || m.y[1] != 0 {
		t.Errorf("marked at %v", m.y)
	}
}

// A gap is kept when points are left out.
func TestThinKeepsGaps(t *testing.T) {
	x, y := thin([]float64{0, 1, 2, 3}, []float64{0, 0, nan, 0}, 10, 10)
	if !same(x, []float64{0, 2, 3}) || !math.IsNaN(y[1]) {
		t.Errorf("%v, %v", x, y)
	}
}
