//go:build !notebook

package paint

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// piecewise is a canvas that strokes a line that goes up and down very often in pieces. The
// rasteriser behind vgimg takes a time that grows with the square of the crossings of a row
// of dots: a minute for a noisy curve of thousands of values.
type piecewise struct {
	vg.Canvas
	far    vg.Length // the length from which on a line is cut
	opaque bool      // what overlaps is not seen
	dashes []vg.Length
}

// newPiecewise cuts lines on a canvas of the given size.
func newPiecewise(c vg.Canvas, width, height vg.Length) *piecewise {
	return &piecewise{Canvas: c, far: 50 * (width + height), opaque: true}
}

func (c *piecewise) SetColor(clr color.Color) {
	_, _, _, a := clr.RGBA()
	c.opaque = a == 0xFFFF
	c.Canvas.SetColor(clr)
}

func (c *piecewise) SetLineDash(dashes []vg.Length, offset vg.Length) {
	c.dashes = dashes
	c.Canvas.SetLineDash(dashes, offset)
}

// Stroke strokes pieces that overlap by a segment, so that each corner is rounded in one.
// A pattern of dashes goes on from one to the next.
func (c *piecewise) Stroke(p vg.Path) {
	if !c.opaque || !c.long(p) {
		c.Canvas.Stroke(p)
		return
	}
	const segments = 64
	start := vg.Length(0) // of the piece along the line
	for i := 0; i+1 < len(p); i += segments - 1 {
		end := min(i+segments+1, len(p))
		var piece vg.Path
		piece.Move(p[i].Pos)
		for _, corner := range p[i+1 : end] {
			piece.Line(corner.Pos)
		}
		if len(c.dashes) > 0 {
			c.Canvas.SetLineDash(c.dashes, start)
		}
		c.Canvas.Stroke(piece)
		if end == len(p) {
			break
		}
		start += length(p[i : i+segments])
	}
	if len(c.dashes) > 0 {
		c.Canvas.SetLineDash(c.dashes, 0)
	}
}

// long reports whether a path is a single line and longer than far.
func (c *piecewise) long(p vg.Path) bool {
	for i, piece := range p {
		if i == 0 && piece.Type != vg.MoveComp || i > 0 && piece.Type != vg.LineComp {
			return false
		}
	}
	return length(p) > c.far
}

// length returns the length of a line.
func length(p vg.Path) (sum vg.Length) {
	for i := 1; i < len(p); i++ {
		d := p[i].Pos.Sub(p[i-1].Pos)
		sum += vg.Length(math.Hypot(float64(d.X), float64(d.Y)))
	}
	return sum
}
