package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
func (m marker) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, pt vg.Point) {
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

func fill(c *draw.Canvas, sty draw.GlyphStyle, p vg.Path) {
	c.SetColor(sty.Color)
	c.Fill(p)
	c.SetLineStyle(draw.LineStyle{Color: white, Width: vg.Points(0.6)})
	c.Stroke(p)
}

func stroke(c *draw.Canvas, sty draw.GlyphStyle, p vg.Path) {
	c.SetLineStyle(draw.LineStyle{Color: sty.Color, Width: vg.Points(1.5)})
	c.Stroke(p)
}

func circle(pt vg.Point, r vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: pt.X + r, Y: pt.Y})
	p.Arc(pt, r, 0, 2*math.Pi)
	p.Close()
	return p
}

func polygon(pt vg.Point, r vg.Length, n int, start float64) vg.Path {
	var p vg.Path
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

func spokes(pt vg.Point, r vg.Length, n int, start float64) vg.Path {
	var p vg.Path
	for i := range n {
		p.Move(pt)
		p.Line(onCircle(pt, r, start+2*math.Pi*float64(i)/float64(n)))
	}
	return p
}

func onCircle(pt vg.Point, r vg.Length, angle float64) vg.Point {
	sin, cos := math.Sincos(angle)
	return vg.Point{X: pt.X + r*vg.Length(cos), Y: pt.Y + r*vg.Length(sin)}
}
