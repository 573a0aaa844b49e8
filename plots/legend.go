package plots

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Corner is a place for the legend.
type Corner int

const (
	// Auto is the corner where the legend covers nothing, else Outside.
	Auto Corner = iota
	TopRight
	TopLeft
	BottomRight
	BottomLeft
	// Outside is between title and axes.
	Outside
	// None draws no legend.
	None
)

// Legend sets the place of the legend, [Auto] by default.
func (f *Figure) Legend(at Corner) *Figure {
	f.legend.corner = at
	return f
}

type legend struct {
	corner  Corner
	entries []entry
}

// An entry shows a marker, a line or a patch of colour beside its name.
type entry struct {
	name  string
	glyph draw.GlyphStyle
	line  draw.LineStyle
	patch color.Color
}

func (l *legend) add(e entry) {
	if e.name != "" {
		l.entries = append(l.entries, e)
	}
}

func (l *legend) names() []string {
	var names []string
	for _, e := range l.entries {
		names = append(names, e.name)
	}
	return names
}

const (
	thumbGap  = 6 * pixel
	legendPad = 6 * pixel
)

// thumb returns the room for the sample before the name.
func (e entry) thumb() vg.Length {
	if e.line.Width > 0 {
		return 26 * pixel
	}
	return 14 * pixel
}

// thumb returns the room for the widest sample.
func (l *legend) thumb() vg.Length {
	var widest vg.Length
	for _, e := range l.entries {
		widest = max(widest, e.thumb())
	}
	return widest
}

func legendText() text.Style {
	sty := textStyle(10, Black)
	sty.XAlign = draw.XLeft
	return sty
}

func lineHeight(sty text.Style) vg.Length { return sty.Height("Mg") * 1.15 }

// box returns the size of the legend with its entries one below the other.
func (l *legend) box() vg.Point {
	sty := legendText()
	var widest vg.Length
	for _, e := range l.entries {
		widest = max(widest, sty.Width(e.name))
	}
	return vg.Point{
		X: l.thumb() + thumbGap + widest + 2*legendPad,
		Y: vg.Length(len(l.entries))*lineHeight(sty) + legendPad,
	}
}

// at returns the rectangle of the legend in a corner of c.
func (l *legend) at(c draw.Canvas, corner Corner) vg.Rectangle {
	const gap = 5 * pixel
	size := l.box()
	r := vg.Rectangle{Min: vg.Point{X: c.Min.X + gap, Y: c.Min.Y + gap}}
	if corner == TopRight || corner == BottomRight {
		r.Min.X = c.Max.X - gap - size.X
	}
	if corner == TopRight || corner == TopLeft {
		r.Min.Y = c.Max.Y - gap - size.Y
	}
	r.Max = r.Min.Add(size)
	return r
}

// emptiest returns the first corner where the legend covers nothing, and
// Outside if there is none.
func (f *Figure) emptiest(p *plot.Plot, c draw.Canvas) Corner {
	if len(f.legend.entries) == 0 {
		return None
	}
	inside := p.DataCanvas(c)
	var taken []vg.Point
	for _, i := range f.items {
		taken = append(taken, i.covers(inside, p)...)
	}
corners:
	for _, corner := range []Corner{TopRight, TopLeft, BottomRight, BottomLeft} {
		r := f.legend.at(inside, corner)
		if r.Min.X < inside.Min.X || r.Min.Y < inside.Min.Y {
			return Outside
		}
		const air = 5 * pixel
		for _, pt := range taken {
			if pt.X > r.Min.X-air && pt.X < r.Max.X+air && pt.Y > r.Min.Y-air && pt.Y < r.Max.Y+air {
				continue corners
			}
		}
		return corner
	}
	return Outside
}

func (l *legend) drawInside(c draw.Canvas, corner Corner) {
	if len(l.entries) == 0 {
		return
	}
	r := l.at(c, corner)
	c.SetColor(color.NRGBA{0xFF, 0xFF, 0xFF, 0xE0})
	c.Fill(r.Path())
	c.SetLineStyle(draw.LineStyle{Color: Silver, Width: vg.Points(0.5)})
	c.Stroke(r.Path())
	sty := legendText()
	pt := vg.Point{X: r.Min.X + legendPad, Y: r.Max.Y - legendPad/2 - lineHeight(sty)/2}
	for _, e := range l.entries {
		e.draw(c, pt, l.thumb(), sty)
		pt.Y -= lineHeight(sty)
	}
}

// drawAbove draws the entries in rows along the top of c and returns the rest
// of the canvas.
func (l *legend) drawAbove(c draw.Canvas) draw.Canvas {
	sty := legendText()
	for _, row := range l.rows(c.Size().X) {
		var width vg.Length
		for _, e := range row {
			width += e.width(sty)
		}
		pt := vg.Point{X: c.Center().X - width/2, Y: c.Max.Y - lineHeight(sty)/2}
		for _, e := range row {
			e.draw(c, pt, e.thumb(), sty)
			pt.X += e.width(sty)
		}
		c.Max.Y -= lineHeight(sty)
	}
	c.Max.Y -= 3 * pixel
	return c
}

// rows divides the entries into rows that are no wider than width.
func (l *legend) rows(width vg.Length) [][]entry {
	sty := legendText()
	var rows [][]entry
	room := vg.Length(-1)
	for _, e := range l.entries {
		if w := e.width(sty); w > room {
			rows = append(rows, nil)
			room = width
		}
		room -= e.width(sty)
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
	}
	return rows
}

func (e entry) width(sty text.Style) vg.Length {
	return e.thumb() + thumbGap + sty.Width(e.name) + 16*pixel
}

// draw draws the entry with pt at the middle of its left side and room for a
// sample of the given width.
func (e entry) draw(c draw.Canvas, pt vg.Point, thumb vg.Length, sty text.Style) {
	middle := vg.Point{X: pt.X + thumb/2, Y: pt.Y}
	if e.patch != nil {
		r := vg.Rectangle{
			Min: vg.Point{X: middle.X - 7*pixel, Y: middle.Y - 5*pixel},
			Max: vg.Point{X: middle.X + 7*pixel, Y: middle.Y + 5*pixel},
		}
		c.SetColor(e.patch)
		c.Fill(r.Path())
		c.SetLineStyle(draw.LineStyle{Color: Grey, Width: vg.Points(0.4)})
		c.Stroke(r.Path())
	}
	if e.line.Width > 0 {
		c.StrokeLine2(e.line, pt.X, pt.Y, pt.X+thumb, pt.Y)
	}
	if e.glyph.Shape != nil {
		c.DrawGlyphNoClip(e.glyph, middle)
	}
	c.FillText(sty, vg.Point{X: pt.X + thumb + thumbGap, Y: pt.Y + sty.FontExtents().Descent/2}, e.name)
}
