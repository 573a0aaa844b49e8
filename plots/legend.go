package plots

import (
	"image/color"
	"slices"

	"linclass/plots/internal/vector"
)

// A Corner is a place for the legend.
type Corner int

const (
	// Auto is a corner where the legend covers nothing, or Outside if there is none.
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
	glyph vector.GlyphStyle
	line  vector.LineStyle
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
func (e entry) thumb() vector.Length {
	if e.line.Width > 0 {
		return 26 * pixel
	}
	return 14 * pixel
}

// thumb returns the room for the widest sample.
func (l *legend) thumb() vector.Length {
	var widest vector.Length
	for _, e := range l.entries {
		widest = max(widest, e.thumb())
	}
	return widest
}

func legendText() vector.TextStyle {
	sty := textStyle(10, Black)
	sty.XAlign = vector.XLeft
	return sty
}

func lineHeight(sty vector.TextStyle) vector.Length { return sty.Height("Mg") * 1.15 }

// nameLines is how many lines a name has at most.
const nameLines = 3

// more is how much higher than a line the entry is, if its name has several.
func (e entry) more(sty vector.TextStyle) vector.Length { return sty.Height(e.name) - sty.Height("Mg") }

// box returns the size of the legend with its entries one below the other.
func (l *legend) box(sty vector.TextStyle) vector.Point {
	var widest, more vector.Length
	for _, e := range l.entries {
		widest = max(widest, sty.Width(e.name))
		more += e.more(sty)
	}
	return vector.Point{
		X: l.thumb() + thumbGap + widest + 2*legendPad,
		Y: vector.Length(len(l.entries))*lineHeight(sty) + more + legendPad,
	}
}

// fitted returns a legend that is no wider than the canvas, in a corner of it, and how its
// names are written.
func (l *legend) fitted(c vector.Canvas) (legend, vector.TextStyle) {
	fitted, sty := legend{corner: l.corner, entries: slices.Clone(l.entries)}, legendText()
	room := max(c.Size().X-2*cornerGap-l.thumb()-thumbGap-2*legendPad, 0)
	for _, e := range l.entries {
		sty = fitLine(e.name, sty, room)
	}
	for i, e := range l.entries {
		fitted.entries[i].name, _ = fitLines(e.name, sty, room, nameLines)
	}
	return fitted, sty
}

// cornerGap is between the legend and the sides of its corner.
const cornerGap = 5 * pixel

// at returns the rectangle of the legend in a corner of c.
func (l *legend) at(c vector.Canvas, corner Corner, sty vector.TextStyle) vector.Rectangle {
	const gap = cornerGap
	size := l.box(sty)
	r := vector.Rectangle{Min: vector.Point{X: c.Min.X + gap, Y: c.Min.Y + gap}}
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
func (f *Figure) emptiest(p *axes, c vector.Canvas) Corner {
	if len(f.legend.entries) == 0 {
		return None
	}
	inside := p.inside(c)
	var taken []vector.Point
	for _, i := range f.items {
		if i, ok := i.(covering); ok {
			taken = append(taken, i.covers(inside, p)...)
		}
	}
corners:
	for _, corner := range []Corner{TopRight, TopLeft, BottomRight, BottomLeft} {
		r := f.legend.at(inside, corner, legendText())
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

func (l *legend) drawInside(c vector.Canvas, corner Corner) {
	if len(l.entries) == 0 {
		return
	}
	fitted, sty := l.fitted(c)
	r := fitted.at(c, corner, sty)
	c.SetColor(color.NRGBA{0xFF, 0xFF, 0xFF, 0xE0})
	c.Fill(r.Path())
	c.SetLineStyle(vector.LineStyle{Color: Silver, Width: 0.5})
	c.Stroke(r.Path())
	pt := vector.Point{X: r.Min.X + legendPad, Y: r.Max.Y - legendPad/2 - lineHeight(sty)/2}
	for _, e := range fitted.entries {
		more := e.more(sty)
		e.draw(c, pt.Sub(vector.Point{Y: more / 2}), l.thumb(), sty)
		pt.Y -= lineHeight(sty) + more
	}
}

// drawAbove draws the entries in rows along the top of c and returns the rest
// of the canvas.
func (l *legend) drawAbove(c vector.Canvas) vector.Canvas {
	for _, row := range l.rows(c.Size().X) {
		sty := legendText()
		width := func() (w vector.Length) {
			for _, e := range row {
				w += e.width(sty)
			}
			return w
		}
		height := lineHeight(sty)
		if width() > c.Size().X { // one name that is wider than the figure
			e := &row[0]
			e.name, sty = fitLines(e.name, sty, max(c.Size().X-(width()-sty.Width(e.name)), 0), nameLines)
			height = max(height, lineHeight(sty)+e.more(sty))
		}
		pt := vector.Point{X: c.Center().X - width()/2, Y: c.Max.Y - height/2}
		for _, e := range row {
			e.draw(c, pt, e.thumb(), sty)
			pt.X += e.width(sty)
		}
		c.Max.Y -= height
	}
	c.Max.Y -= 3 * pixel
	return c
}

// rows divides the entries into rows that are no wider than width.
func (l *legend) rows(width vector.Length) [][]entry {
	sty := legendText()
	var rows [][]entry
	room := vector.Length(-1)
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

func (e entry) width(sty vector.TextStyle) vector.Length {
	return e.thumb() + thumbGap + sty.Width(e.name) + 16*pixel
}

// draw draws the entry with pt at the middle of its left side and room for a
// sample of the given width.
func (e entry) draw(c vector.Canvas, pt vector.Point, thumb vector.Length, sty vector.TextStyle) {
	middle := vector.Point{X: pt.X + thumb/2, Y: pt.Y}
	if e.patch != nil {
		r := vector.Rectangle{
			Min: vector.Point{X: middle.X - 7*pixel, Y: middle.Y - 5*pixel},
			Max: vector.Point{X: middle.X + 7*pixel, Y: middle.Y + 5*pixel},
		}
		c.SetColor(e.patch)
		c.Fill(r.Path())
		c.SetLineStyle(vector.LineStyle{Color: Grey, Width: 0.4})
		c.Stroke(r.Path())
	}
	if e.line.Width > 0 {
		c.StrokeLine2(e.line, pt.X, pt.Y, pt.X+thumb, pt.Y)
	}
	if e.glyph.Shape != nil {
		c.DrawGlyphNoClip(e.glyph, middle)
	}
	c.FillText(sty, vector.Point{X: pt.X + thumb + thumbGap, Y: pt.Y + sty.Extents().Descent/2}, e.name)
}
