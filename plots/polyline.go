package plots

import (
	"linclass/plots/internal/vector"
)

// A polyline joins places; a NaN or infinite value leaves a gap.
type polyline struct {
	x, y  []float64
	line  vector.LineStyle
	glyph vector.GlyphStyle // at each place, if it has a shape
}

func (l *polyline) pieces(c vector.Canvas, p *axes) [][]vector.Point {
	var all [][]vector.Point
	var piece []vector.Point
	for i, x := range l.x {
		pt, ok := place(c, p, x, l.y[i])
		if ok {
			piece = append(piece, pt)
		}
		if (!ok || i == len(l.x)-1) && len(piece) > 0 {
			all = append(all, piece)
			piece = nil
		}
	}
	return all
}

func (l *polyline) plot(c vector.Canvas, p *axes) {
	for _, piece := range l.pieces(c, p) {
		c.StrokeLines(l.line, c.ClipLinesXY(piece)...)
		if len(piece) == 1 && l.glyph.Shape == nil {
			c.DrawGlyph(vector.GlyphStyle{Color: l.line.Color, Radius: l.line.Width, Shape: disc}, piece[0])
		}
		for _, pt := range piece {
			c.DrawGlyph(l.glyph, pt)
		}
	}
}

func (*polyline) isData() {}

func (l *polyline) bounds(x, y *limits) {
	includePoints(x, y, l.x, l.y)
}

func (l *polyline) covers(c vector.Canvas, p *axes) []vector.Point {
	var taken []vector.Point
	for _, piece := range l.pieces(c, p) {
		taken = append(taken, piece...)
		for i := range piece[1:] {
			taken = append(taken, between(piece[i], piece[i+1])...)
		}
	}
	return taken
}

// between returns points of the segment from a to b a few pixels apart.
func between(a, b vector.Point) []vector.Point {
	d := b.Sub(a)
	n := min(int((max(d.X, -d.X)+max(d.Y, -d.Y))/(4*pixel)), 500)
	pts := make([]vector.Point, n)
	for i := range pts {
		pts[i] = a.Add(d.Scale(vector.Length(i+1) / vector.Length(n+1)))
	}
	return pts
}
