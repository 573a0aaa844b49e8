package plots

import (
	"image/color"

	"linclass/plots/internal/vector"
)

// A cell is one entry of a table, a unit wide and high around (x, y).
type cell struct {
	x, y      float64
	fill, ink color.NRGBA
	lines     []string
}

func (e *cell) rectangle(c vector.Canvas, p *axes) vector.Rectangle {
	low, _ := place(c, p, e.x-0.5, e.y-0.5)
	high, _ := place(c, p, e.x+0.5, e.y+0.5)
	return vector.Rectangle{Min: low, Max: high}
}

// plot fills the part of the cell that the axes show, draws a thin line along the cell's
// outline, and writes its lines into the middle of the part.
func (e *cell) plot(c vector.Canvas, p *axes) {
	r := e.rectangle(c, p)
	seen, ok := c.ClipRectangle(r)
	if !ok {
		return
	}
	c.SetColor(e.fill)
	c.Fill(seen.Path())
	strokeCell(c, vector.LineStyle{Color: Silver, Width: 0.5}, r)
	writeCell(c, seen, e.ink, e.lines)
}

// strokeCell draws the outline of a cell where the axes show it.
func strokeCell(c vector.Canvas, line vector.LineStyle, r vector.Rectangle) {
	if c.Contains(r.Min) && c.Contains(r.Max) {
		c.SetLineStyle(line)
		c.Stroke(r.Path())
		return
	}
	c.StrokeLines(line, c.ClipLinesXY([]vector.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min})...)
}

// writeCell writes lines into the middle of a cell, the second one smaller, in
// letters as small as it needs.
func writeCell(c vector.Canvas, r vector.Rectangle, ink color.Color, lines []string) {
	if len(lines) == 0 {
		return
	}
	sty := textStyle(min(12, r.Size().Y/2.6), ink)
	const second = 0.82 // the size of the second line
	tooWide := func() bool {
		return sty.Width(lines[0]) > r.Size().X*0.9 || len(lines) > 1 && second*sty.Width(lines[1]) > r.Size().X
	}
	for tooWide() && sty.Size > smallest {
		sty.Size -= 0.5
	}
	if sty.Size < smallest || sty.Width(lines[0]) > r.Size().X {
		return
	}
	middle := r.Center()
	middle.Y += sty.Extents().Descent/2 + vector.Length(len(lines)-1)*sty.Size*0.6
	for _, s := range lines {
		c.FillText(sty, middle, s)
		middle.Y -= sty.Size * 1.25
		sty.Size *= second
	}
}

// smallest is the size of letters below which there are none.
const smallest = 5
