package vector

import "image/color"

// A LineStyle is how a line is drawn.
type LineStyle struct {
	Color  color.Color // black if nil
	Width  Length
	Dashes []Length // lengths of dashes and gaps in turn, nil for a solid line
}

// A GlyphStyle is how a point is drawn.
type GlyphStyle struct {
	Color  color.Color
	Radius Length
	Shape  Shape // nil draws nothing
}

// A Shape draws a point.
type Shape interface {
	DrawGlyph(*Canvas, GlyphStyle, Point)
}

// A Canvas is a part of a picture to draw on. What leaves its rectangle is
// drawn nevertheless.
type Canvas struct {
	*Picture
	Rectangle
}

// New returns an empty picture as a canvas.
func New(width, height Length) Canvas {
	return Canvas{&Picture{Width: width, Height: height}, Rectangle{Max: Point{width, height}}}
}

// Crop moves the sides by the given lengths.
func (c Canvas) Crop(left, right, bottom, top Length) Canvas {
	c.Min = c.Min.Add(Point{left, bottom})
	c.Max = c.Max.Add(Point{right, top})
	return c
}

// Tile returns one of cols×rows equal parts, counted from the upper left.
func (c Canvas) Tile(col, row, cols, rows int) Canvas {
	size := Point{c.Size().X / Length(cols), c.Size().Y / Length(rows)}
	left, top := c.Min.X+Length(col)*size.X, c.Max.Y-Length(row)*size.Y
	c.Rectangle = Rectangle{Point{left, top - size.Y}, Point{left + size.X, top}}
	return c
}

// StrokeLines draws lines, each through some points.
func (c Canvas) StrokeLines(s LineStyle, all ...[]Point) {
	if len(all) == 0 {
		return
	}
	c.SetLineStyle(s)
	for _, points := range all {
		if len(points) > 0 {
			c.Stroke(lines(points...))
		}
	}
}

// StrokeLine2 draws a straight line.
func (c Canvas) StrokeLine2(s LineStyle, x0, y0, x1, y1 Length) {
	c.StrokeLines(s, []Point{{x0, y0}, {x1, y1}})
}

// FillPolygon fills a polygon.
func (c Canvas) FillPolygon(clr color.Color, points []Point) {
	c.SetColor(clr)
	c.Fill(polygon(points...))
}

// DrawGlyph draws a point if it lies on the canvas.
func (c Canvas) DrawGlyph(s GlyphStyle, at Point) {
	if c.Contains(at) {
		c.DrawGlyphNoClip(s, at)
	}
}

// DrawGlyphNoClip draws a point anywhere.
func (c Canvas) DrawGlyphNoClip(s GlyphStyle, at Point) {
	if s.Shape != nil {
		c.SetColor(s.Color)
		s.Shape.DrawGlyph(&c, s, at)
	}
}
