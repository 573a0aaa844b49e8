package plots

import (
	"slices"
	"testing"
)

func TestScores(t *testing.T) {
	f := Scores([]int{0, 0, 0, 1, 1, 1}, []float64{0, 1, 1, 3, 4, nan}, ScoreOptions{Bins: 4, Weight: []float64{2, 1, 1, 1, 3, 9}, Mark: []float64{2}})
	want := [][]float64{{0.5, 0.5, 0, 0}, {0, 0, 0, 1}} // 4, on the last edge, is in the last bin
	for k, s := range itemsOf[*silhouette](f) {
		if !same(s.density, want[k]) || s.lo != 0 || s.hi != 4 || !s.filled {
			t.Errorf("class %d: %v from %v to %v, want %v", k, s.density, s.lo, s.hi, want[k])
		}
	}
	if got := f.legend.names(); !slices.Equal(got, []string{"0, 3 samples", "1, 2 samples", "θ = 2"}) {
		t.Errorf("%q", got)
	}
	l := itemsOf[*silhouette](f)[0].outline()
	if !same(l.x, []float64{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}) || !same(l.y, []float64{0, 0.5, 0.5, 0.5, 0.5, 0, 0, 0, 0, 0}) {
		t.Errorf("outline %v, %v", l.x, l.y)
	}
}

// Probabilities have bins from 0 to 1, whatever the smallest one is.
func TestScoresOfProbabilities(t *testing.T) {
	f := Scores([]int{0, 1}, []float64{0.4, 0.6})
	s := itemsOf[*silhouette](f)[0]
	if s.lo != 0 || s.hi != 1 || f.xName != "probability" {
		t.Errorf("%s from %v to %v", f.xName, s.lo, s.hi)
	}
	if f := Scores([]int{0, 1}, []float64{0.4, 1.6}); f.xName != "score z" {
		t.Error(f.xName)
	}
}

// Areas of four classes would hide each other.
func TestScoresOfManyClasses(t *testing.T) {
	for k, want := range map[int]bool{2: true, 3: true, 4: false, 20: false} {
		f := Scores([]int{0, k - 1}, []float64{0, 2})
		if got := itemsOf[*silhouette](f)[0].filled; got != want {
			t.Errorf("%d classes: filled %t", k, got)
		}
		if n := len(f.legend.entries); n != k {
			t.Errorf("%d classes: %d in the legend", k, n)
		}
	}
}

func TestSamplesOf(t *testing.T) {
	if counted(1, "sample") != "1 sample" || counted(0, "sample") != "0 samples" {
		t.Error(counted(1, "sample"), counted(0, "sample"))
	}
}

// Two thresholds have lines that can be distinguished.
func TestMarkedThresholds(t *testing.T) {
	mark := []float64{0.25, 0.5, 0.75}
	for _, f := range []*Figure{
		Scores([]int{0, 1}, []float64{0.4, 0.6}, ScoreOptions{Mark: mark}),
		Thresholds(fourScores(), ThresholdOptions{Mark: mark}),
	} {
		lines := itemsOf[*reference](f)
		for i, a := range lines {
			for _, b := range lines[:i] {
				if slices.Equal(a.line.Dashes, b.line.Dashes) {
					t.Errorf("%s: two lines with dashes %v", f.kind, a.line.Dashes)
				}
			}
		}
		if len(lines) != 3 {
			t.Errorf("%d lines", len(lines))
		}
	}
}
