package plots

import (
	"math"
	"testing"

	"linclass/plots/internal/vector"
)

// area returns the area of the only polygon of a colour, and its corners.
func area(t *testing.T, f *Figure, color vector.SetColor) (size float64, corners []vector.Point) {
	t.Helper()
	now := false
	for _, a := range drawn(t, f) {
		switch a := a.(type) {
		case vector.SetColor:
			now = a == color
		case vector.Fill:
			if now {
				for _, piece := range a {
					if piece.Kind != vector.Close {
						corners = append(corners, piece.At)
					}
				}
			}
		}
	}
	for i, p := range corners {
		q := corners[(i+1)%len(corners)]
		size += float64(p.X*q.Y-q.X*p.Y) / 2
	}
	return math.Abs(size), corners
}

// A band from −x to x, of which fixed axes show a part: by its area, which is that of a
// triangle or of a part of one.
func TestBandIsClipped(t *testing.T) {
	x, low, high := []float64{0, 10}, []float64{0, -10}, []float64{0, 10}
	for _, test := range []struct {
		xlo, xhi, ylo, yhi, share float64
	}{
		{0, 10, -10, 10, 0.5},
		{0, 10, 0, 10, 0.5},
		{0, 10, 0, 5, 0.75},
		{0, 5, 0, 5, 0.5},
		{2, 4, -1, 1, 1},
		{0, 10, 20, 30, 0},
	} {
		var room probe
		f := New("x", "y").XRange(test.xlo, test.xhi).YRange(test.ylo, test.yhi).Band(x, low, high, "").add(&room)
		size, _ := area(t, f, vector.SetColor(translucent(Blue)))
		inside := room.c.Size()
		if got := size / float64(inside.X*inside.Y); math.Abs(got-test.share) > 1e-9 {
			t.Errorf("%+v: the band takes %v of the axes", test, got)
		}
	}
}
