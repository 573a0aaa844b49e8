package plots

import (
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// A caption shrinks with the panel, so that it covers no image.
func TestCaptionFits(t *testing.T) {
	p := plot.New()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 100, 0, 100
	for _, test := range []struct {
		width, height float64 // in points, on a canvas of 100×100 points
		want          vg.Length
	}{
		{40, 20, 10.5},
		{40, 10, 8},
		{5, 20, 5}, // no smaller than can be read
	} {
		var c recorder.Canvas
		text := &caption{x: 50, y: 50, width: test.width, height: test.height, text: "seven"}
		text.Plot(draw.NewCanvas(&c, 100, 100), p)
		var sizes []vg.Length
		for _, action := range c.Actions {
			if s, ok := action.(*recorder.FillString); ok {
				sizes = append(sizes, s.Size)
			}
		}
		if len(sizes) != 1 || sizes[0] != test.want {
			t.Errorf("%v×%v points: size %v, want %v", test.width, test.height, sizes, test.want)
		}
	}
}
