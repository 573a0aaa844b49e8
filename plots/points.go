package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// points are markers at places.
type points struct {
	x, y  []float64
	glyph draw.GlyphStyle
}

// Points adds points of one kind with a colour and shape of their own and a
// line in the legend, if the name is not empty.
func (f *Figure) Points(x, y []float64, name string) *Figure {
	if len(x) != len(y) {
		return f.fail("Points: %d values of x, %d of y", len(x), len(y))
	}
	glyph := classGlyph(f.points, radius(len(x)))
	f.points++
	f.legend.add(entry{name: name, glyph: glyph})
	return f.add(&points{x, y, glyph})
}

func classGlyph(k int, r vg.Length) draw.GlyphStyle {
	return draw.GlyphStyle{Color: classColor(k), Radius: r, Shape: classMarker(k)}
}

// radius returns the size for n points: smaller when there are many.
func radius(n int) vg.Length {
	return vg.Points(min(max(3.8*math.Pow(100/float64(max(n, 1)), 0.2), 1.6), 4.4))
}

func (s *points) Plot(c draw.Canvas, p *plot.Plot) {
	for i, x := range s.x {
		if pt, ok := place(c, p, x, s.y[i]); ok {
			c.DrawGlyph(s.glyph, pt)
		}
	}
}

func (s *points) bounds(x, y *limits) {
	for i := range s.x {
		if finite(s.x[i]) && finite(s.y[i]) {
			x.include(s.x[i])
			y.include(s.y[i])
		}
	}
}

func (s *points) covers(c draw.Canvas, p *plot.Plot) []vg.Point {
	var taken []vg.Point
	for i, x := range s.x {
		if pt, ok := place(c, p, x, s.y[i]); ok {
			taken = append(taken, pt)
		}
	}
	return taken
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
