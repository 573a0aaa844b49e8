package plots

import (
	"image/color"
	"math"

	"linclass/plots/internal/vector"
)

// Ring draws a circle around a point, such as a misclassified one or a
// support vector.
func (f *Figure) Ring(x, y float64, style ...Style) *Figure {
	line := styled(vector.LineStyle{Color: Red, Width: 1.8}, style)
	return f.add(&annotation{x: []float64{x}, y: []float64{y}, draw: func(c vector.Canvas, at []vector.Point) {
		c.SetLineStyle(line)
		c.Stroke(circle(at[0], 8))
	}})
}

// Arrow draws an arrow from (x0, y0) to (x1, y1), such as a weight vector or
// its update.
func (f *Figure) Arrow(x0, y0, x1, y1 float64, name string, style ...Style) *Figure {
	line := styled(vector.LineStyle{Color: Red, Width: 2}, style)
	f.legend.add(entry{name: name, line: line})
	return f.add(&annotation{x: []float64{x0, x1}, y: []float64{y0, y1}, draw: func(c vector.Canvas, at []vector.Point) {
		arrow(c, line, at[0], at[1])
	}})
}

// Segment draws a straight line from (x0, y0) to (x1, y1), such as the
// distance of a point from a boundary.
func (f *Figure) Segment(x0, y0, x1, y1 float64, name string, style ...Style) *Figure {
	line := styled(vector.LineStyle{Color: Grey, Width: 1.4, Dashes: dashes[2]}, style)
	f.legend.add(entry{name: name, line: line})
	return f.add(&polyline{x: []float64{x0, x1}, y: []float64{y0, y1}, line: line})
}

// Text writes s beside (x, y), to its right and above where there is room, on a light
// background, so that it is legible over data.
func (f *Figure) Text(x, y float64, s string, style ...Style) *Figure {
	c := styled(vector.LineStyle{Color: Black}, style).Color
	return f.add(&annotation{x: []float64{x}, y: []float64{y}, draw: func(canvas vector.Canvas, at []vector.Point) {
		label(canvas, at[0], s, c)
	}})
}

// An annotation is drawn at places that the axes show.
type annotation struct {
	x, y []float64
	draw func(c vector.Canvas, at []vector.Point)
}

func (a *annotation) plot(c vector.Canvas, p *axes) {
	var at []vector.Point
	for i, x := range a.x {
		pt, ok := place(c, p, x, a.y[i])
		if !ok || !c.Contains(pt) && len(a.x) == 1 {
			return
		}
		at = append(at, pt)
	}
	a.draw(c, at)
}

func (a *annotation) bounds(x, y *limits) {
	x.include(a.x...)
	y.include(a.y...)
}

func (a *annotation) covers(c vector.Canvas, p *axes) []vector.Point {
	return (&polyline{x: a.x, y: a.y}).covers(c, p)
}

func arrow(c vector.Canvas, line vector.LineStyle, from, to vector.Point) {
	d := to.Sub(from)
	length := vector.Length(math.Hypot(float64(d.X), float64(d.Y)))
	if length == 0 {
		return
	}
	head := min(3.2*line.Width+3, length*0.6)
	along := d.Scale(1 / length)
	across := vector.Point{X: -along.Y, Y: along.X}
	neck := to.Sub(along.Scale(head))
	c.StrokeLines(line, c.ClipLinesXY([]vector.Point{from, neck})...)
	tip := c.ClipPolygonXY([]vector.Point{to, neck.Add(across.Scale(head / 2.4)), neck.Sub(across.Scale(head / 2.4))})
	if len(tip) > 2 {
		c.FillPolygon(line.Color, tip)
	}
}

// label writes s to the right of pt and above it, to the left where there is
// no room.
func label(c vector.Canvas, pt vector.Point, s string, clr color.Color) {
	sty := textStyle(10, clr)
	sty.XAlign, sty.YAlign = vector.XLeft, vector.YBottom
	const away = 9 * pixel
	s, sty = fitLines(s, sty, c.Size().X-4*pixel, nameLines)
	size := vector.Point{X: sty.Width(s), Y: sty.Height(s)}
	low := pt.Add(vector.Point{X: away, Y: away})
	if low.X+size.X > c.Max.X {
		low.X = max(pt.X-away-size.X, c.Min.X+2*pixel)
	}
	if low.Y+size.Y > c.Max.Y {
		low.Y = pt.Y - away - size.Y
	}
	ground := vector.Rectangle{Min: low.Sub(vector.Point{X: 2 * pixel}), Max: low.Add(size).Add(vector.Point{X: 2 * pixel})}
	c.SetColor(color.NRGBA{0xFF, 0xFF, 0xFF, 0xC8})
	c.Fill(ground.Path())
	c.FillText(sty, low.Add(vector.Point{Y: sty.Extents().Descent}), s)
}
