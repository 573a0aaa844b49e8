package plots

import (
	"math"

	"linclass/plots/internal/vector"
)

// A marker is the shape of a point.
type marker int

const (
	disc marker = iota
	square
	triangle
	cross
	diamond
	plus
	pointDown
	openCircle
	openSquare
	star
	markers
)

// DrawGlyph draws the shape with a thin white edge, so that neighbours that
// overlap stay apart.
func (m marker) DrawGlyph(c *vector.Canvas, sty vector.GlyphStyle, pt vector.Point) {
	r := sty.Radius
	switch m {
	case disc:
		fill(c, sty, circle(pt, r))
	case square:
		fill(c, sty, polygon(pt, r*1.2, 4, math.Pi/4))
	case triangle:
		fill(c, sty, polygon(pt, r*1.35, 3, math.Pi/2))
	case diamond:
		fill(c, sty, polygon(pt, r*1.35, 4, 0))
	case pointDown:
		fill(c, sty, polygon(pt, r*1.35, 3, -math.Pi/2))
	case openCircle:
		stroke(c, sty, circle(pt, r*0.9))
	case openSquare:
		stroke(c, sty, polygon(pt, r*1.2, 4, math.Pi/4))
	case cross:
		stroke(c, sty, spokes(pt, r*1.1, 4, math.Pi/4))
	case plus:
		stroke(c, sty, spokes(pt, r*1.2, 4, 0))
	case star:
		stroke(c, sty, spokes(pt, r*1.2, 6, math.Pi/2))
	}
}

func fill(c *vector.Canvas, sty vector.GlyphStyle, p vector.Path) {
	c.SetColor(sty.Color)
	c.Fill(p)
	c.SetLineStyle(vector.LineStyle{Color: white, Width: 0.6})
	c.Stroke(p)
}

func stroke(c *vector.Canvas, sty vector.GlyphStyle, p vector.Path) {
	c.SetLineStyle(vector.LineStyle{Color: sty.Color, Width: 1.5})
	c.Stroke(p)
}

func circle(pt vector.Point, r vector.Length) vector.Path {
	var p vector.Path
	p.Move(vector.Point{X: pt.X + r, Y: pt.Y})
	p.Arc(pt, r, 0, 2*math.Pi)
	p.Close()
	return p
}

func polygon(pt vector.Point, r vector.Length, n int, start float64) vector.Path {
	var p vector.Path
	for i := range n {
		if v := onCircle(pt, r, start+2*math.Pi*float64(i)/float64(n)); i == 0 {
			p.Move(v)
		} else {
			p.Line(v)
		}
	}
	p.Close()
	return p
}

func spokes(pt vector.Point, r vector.Length, n int, start float64) vector.Path {
	var p vector.Path
	for i := range n {
		p.Move(pt)
		p.Line(onCircle(pt, r, start+2*math.Pi*float64(i)/float64(n)))
	}
	return p
}

func onCircle(pt vector.Point, r vector.Length, angle float64) vector.Point {
	sin, cos := math.Sincos(angle)
	return vector.Point{X: pt.X + r*vector.Length(cos), Y: pt.Y + r*vector.Length(sin)}
}
