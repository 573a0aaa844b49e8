package plots

import (
	"math"
	"math/rand/v2"
	"testing"

	"linclass/plots/internal/vector"
)

// A noisy curve of many values has few segments, and its extremes.
func TestLongLineIsThinned(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	y := make([]float64, 30_000)
	for i := range y {
		y[i] = r.NormFloat64()
	}
	y[12_345], y[23_456] = 9, -9
	segments, low, high := 0, vector.Length(math.Inf(1)), vector.Length(0)
	for _, a := range drawn(t, Curves("x", "y", Curve{Y: y}).YRange(-10, 10)) {
		if s, ok := a.(vector.Stroke); ok && len(s) > 100 {
			segments += len(s)
			for _, piece := range s {
				low, high = min(low, piece.At.Y), max(high, piece.At.Y)
			}
		}
	}
	var room probe
	drawn(t, Curves("x", "y", Curve{Y: y}).YRange(-10, 10).add(&room))
	if segments > 4*defaultWidth || segments < defaultWidth {
		t.Errorf("%d segments on %d pixels", segments, defaultWidth)
	}
	if lowest, highest := room.c.Y(0.05), room.c.Y(0.95); math.Abs(float64(low-lowest)) > 1e-6 || math.Abs(float64(high-highest)) > 1e-6 {
		t.Errorf("from %v to %v, want %v to %v", low, high, lowest, highest)
	}
}

func TestThinned(t *testing.T) {
	var line []vector.Point
	for i := range 5000 {
		line = append(line, vector.Point{X: vector.Length(i/2500) * pixel, Y: vector.Length(i % 100)})
	}
	got := thinned(line)
	if len(got) != 6 || got[0] != line[0] || got[1] != line[99] || got[5] != line[4999] {
		t.Errorf("%v", got)
	}
	if got := thinned(line[:4000]); len(got) != 4000 {
		t.Errorf("a line of 4000 points has %d", len(got))
	}
}
