package plots

import (
	"math"

	"linclass/plots/internal/vector"
)

// points are markers at places.
type points struct {
	x, y  []float64
	glyph vector.GlyphStyle
}

// Points adds points with a colour and marker shape of their own and, if the name is not
// empty, an entry in the legend. It is an error if x and y have different lengths.
func (f *Figure) Points(x, y []float64, name string) *Figure {
	if len(x) != len(y) {
		return f.fail("x and y", []int{len(x), len(y)}, "Points: %s of x, %d of y", counted(len(x), "value"), len(y))
	}
	glyph := classGlyph(f.points, radius(len(x)))
	f.points++
	f.legend.add(entry{name: name, glyph: glyph})
	return f.add(&points{x, y, glyph})
}

func classGlyph(k int, r vector.Length) vector.GlyphStyle {
	return vector.GlyphStyle{Color: classColor(k), Radius: r, Shape: classMarker(k)}
}

// radius returns the size for n points: smaller when there are many.
func radius(n int) vector.Length {
	return vector.Length(min(max(3.8*math.Pow(100/float64(max(n, 1)), 0.2), 1.6), 4.4))
}

func (s *points) plot(c vector.Canvas, p *axes) {
	for i, x := range s.x {
		if pt, ok := place(c, p, x, s.y[i]); ok {
			c.DrawGlyph(s.glyph, pt)
		}
	}
}

func (*points) isData() {}

func (s *points) bounds(x, y *limits) {
	includePoints(x, y, s.x, s.y)
}

func (s *points) covers(c vector.Canvas, p *axes) []vector.Point {
	var taken []vector.Point
	for i, x := range s.x {
		if pt, ok := place(c, p, x, s.y[i]); ok {
			taken = append(taken, pt)
		}
	}
	return taken
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
