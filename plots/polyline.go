package plots

import (
	"math"

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
		c.StrokeLines(l.line, c.ClipLinesXY(thinned(piece))...)
		if len(piece) == 1 && l.glyph.Shape == nil {
			c.DrawGlyph(vector.GlyphStyle{Color: l.line.Color, Radius: l.line.Width, Shape: disc}, piece[0])
		}
		for _, pt := range piece {
			c.DrawGlyph(l.glyph, pt)
		}
	}
}

// thinned leaves out points of a line of thousands that nobody sees: of neighbours in one
// column of pixels the first, the last, the lowest and the highest remain. A file would
// otherwise grow with them.
func thinned(line []vector.Point) []vector.Point {
	const many = 4000
	if len(line) <= many {
		return line
	}
	column := func(pt vector.Point) float64 { return math.Floor(float64(pt.X / pixel)) }
	var kept []vector.Point
	for i := 0; i < len(line); {
		low, high, end := i, i, i
		for end < len(line) && column(line[end]) == column(line[i]) {
			if line[end].Y < line[low].Y {
				low = end
			}
			if line[end].Y > line[high].Y {
				high = end
			}
			end++
		}
		last := -1
		for _, k := range []int{i, min(low, high), max(low, high), end - 1} {
			if k != last {
				kept = append(kept, line[k])
			}
			last = k
		}
		i = end
	}
	return kept
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
			for _, part := range onCanvas(c, piece[i:i+2]) {
				taken = append(taken, between(part[0], part[1])...)
			}
		}
	}
	return taken
}

// maxBetween is how many points between returns at most.
const maxBetween = 500

// onCanvas returns a segment or, if it is too long for between, its part on the canvas.
func onCanvas(c vector.Canvas, segment []vector.Point) [][]vector.Point {
	if apartBy(segment[0], segment[1]) < maxBetween {
		return [][]vector.Point{segment}
	}
	return c.ClipLinesXY(segment)
}

// apartBy returns how many points a few pixels apart fit between a and b.
func apartBy(a, b vector.Point) float64 {
	d := b.Sub(a)
	return float64((max(d.X, -d.X) + max(d.Y, -d.Y)) / (4 * pixel))
}

// between returns points of the segment from a to b a few pixels apart.
func between(a, b vector.Point) []vector.Point {
	d := b.Sub(a)
	n := int(min(apartBy(a, b), maxBetween))
	pts := make([]vector.Point, n)
	for i := range pts {
		pts[i] = a.Add(d.Scale(vector.Length(i+1) / vector.Length(n+1)))
	}
	return pts
}
