package plots

import (
	"slices"
	"strings"
	"testing"

	"linclass/lclass/validate"
	"linclass/plots/internal/vector"
)

// lambdasAndBases are the scores of two λ and three degrees.
func lambdasAndBases(smaller bool) (rows, cols GridAxis, scores []validate.Scores) {
	for _, test := range [][]float64{{0.7, 0.9}, {0.5, 0.5}, {nan, nan}, {0.6, 0.6}, {0.9, 0.9}, {0.4, nan}} {
		scores = append(scores, validate.Scores{Name: "score", LowerIsBetter: smaller, Test: test})
	}
	return GridAxis{Label: "λ", Values: []float64{0.1, 0.01}}, GridAxis{Label: "basis", Names: []string{"1", "2", "3"}}, scores
}

func TestGridScores(t *testing.T) {
	for _, test := range []struct {
		smaller  bool
		best     string
		x, y     float64
		darkest  [2]float64 // where
		alt      string
		firstBox []string
	}{
		{false, "best: 0.900 ± 0.000 (standard error)", 1, 0, [2]float64{1, 0}, "best for λ = 0.01 and basis = 2", []string{"0.800", "± 0.100"}},
		{true, "best: 0.500 ± 0.000 (standard error)", 1, 1, [2]float64{2, 0}, "best for λ = 0.1 and basis = 2", []string{"0.800", "± 0.100"}},
	} {
		f := GridScores(lambdasAndBases(test.smaller))
		if got := f.legend.names(); !slices.Equal(got, []string{test.best}) {
			t.Errorf("%q, want %q", got, test.best)
		}
		if b := itemsOf[*boxFrame](f)[0]; b.x != test.x || b.y != test.y {
			t.Errorf("frame at %v, %v", b.x, b.y)
		}
		for _, b := range itemsOf[*cell](f) {
			at := [2]float64{b.x, b.y}
			if (b.fill == sequential.at(1)) != (at == test.darkest) {
				t.Errorf("%v: shade %v", at, b.fill)
			}
		}
		if alt := f.AltText(); !strings.Contains(alt, test.alt) || !strings.Contains(alt, "from 0.400 to 0.900") {
			t.Errorf("%q", alt)
		}
		texts := written(t, f)
		for _, want := range append(test.firstBox, "–", "0.1", "0.01", "3", "λ", "basis", "score, mean of the folds") {
			if !slices.Contains(texts, want) {
				t.Errorf("no %q in %q", want, texts)
			}
		}
	}
}

// The first row is at the top, and the second score beside the first.
func TestOrderOfGrid(t *testing.T) {
	f := GridScores(lambdasAndBases(false))
	b := itemsOf[*cell](f)
	if b[0].x != 0 || b[0].y != 1 || b[1].x != 1 || b[1].y != 1 || b[3].y != 0 || f.yTicks[0].Label != "0.1" || f.yTicks[0].Value != 1 {
		t.Errorf("%v, %v, %v, %v", b[0], b[1], b[3], f.yTicks)
	}
}

// The legend fits beside the colour bar.
func TestLegendOfGridFits(t *testing.T) {
	f := GridScores(GridAxis{Label: "a", Values: []float64{1}}, GridAxis{Label: "b", Values: []float64{2}}, []Scored{{Name: "accuracy", Test: []float64{0.95, 0.97}}})
	for _, a := range drawn(t, f) {
		if s, ok := a.(vector.Text); ok && strings.HasPrefix(s.Text, "best") && s.At.X < 0 {
			t.Errorf("%q begins at %v", s.Text, s.At.X)
		}
	}
}

func TestDecimals(t *testing.T) {
	for _, test := range [][2]string{
		{places(0.95, 3), "0.950"}, {places(-2.3, 3), "−2.300"}, {places(1234.5, 3), "1234"}, {places(0.00123, 3), "0.00123"},
		{places(0, 3), "0.000"}, {places(nan, 3), "–"}, {deviation(0.0076), "0.008"}, {deviation(0.0001), "0.0001"}, {deviation(123), "123"},
	} {
		if test[0] != test[1] {
			t.Errorf("%q, want %q", test[0], test[1])
		}
	}
}
