package plots

import (
	"math"

	"linclass/internal/invalid"
	"linclass/plots/internal/vector"
)

// What is free beside a figure: at the left, and at both sides.
const (
	leftMargin  = 6 * pixel
	sideMargins = 18 * pixel
)

// draw puts the figure on the canvas: title, then the legend if it does not
// fit inside, then axes and items, a colour bar at the right. It returns an error
// if names and legend leave no room.
func (f *Figure) draw(c vector.Canvas) error {
	size := c.Size()
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	c = c.Crop(leftMargin, leftMargin-sideMargins, 5*pixel, -6*pixel)

	p := f.axes()
	c = f.drawTitle(c)
	p.shortenNames(c.Size())

	x, y := f.ranges()
	p.x.show(x)
	p.y.show(y)
	if f.equal && (x.log != y.log || x.normal != y.normal) {
		return invalid.Worded("Equal", nil, "plots: Equal: only one axis is logarithmic; a unit cannot have the same length on both")
	}
	if f.bar != nil {
		c.Max.X -= f.bar.width()
	}
	p.fitNames(c.Size())
	xName, yName := p.x.takeName(), p.y.takeName()
	c.Min.X += yName.room()
	c.Min.Y += xName.room()
	whole := c
	c = f.fit(p, whole, x, y)
	at := f.legend.corner
	if at == Auto {
		at = f.emptiest(p, c)
	}
	if at == Outside {
		c = f.fit(p, f.legend.drawAbove(whole), x, y)
	}
	inside := p.inside(c)
	if room := inside.Size(); !(room.X > 0 && room.Y > 0) {
		return invalid.Worded("size", []float64{float64(size.X / pixel), float64(size.Y / pixel)}, "plots: names and legend leave no room in a figure of %.0f×%.0f pixels; give it a larger Size, or show it alone", size.X/pixel, size.Y/pixel)
	}
	if !f.bare {
		f.drawGrid(p, inside)
	}
	p.draw(c, f.items)
	f.drawAxes(inside)
	xName.draw(c, vector.Point{X: inside.Center().X, Y: c.Min.Y}, 0)
	yName.draw(c, vector.Point{X: c.Min.X, Y: inside.Center().Y}, math.Pi/2)
	if at != Outside && at != None {
		f.legend.drawInside(inside, at)
	}
	if f.bar != nil {
		middle := inside.Center().Y
		f.bar.draw(vector.Canvas{Picture: c.Picture, Rectangle: vector.Rectangle{
			Min: vector.Point{X: c.Max.X, Y: inside.Min.Y},
			Max: vector.Point{X: c.Max.X + f.bar.width(), Y: inside.Max.Y},
		}}, 2*min(whole.Max.Y-middle, middle-whole.Min.Y))
	}
	return nil
}

var titleStyle = vector.TextStyle{Color: Black, Size: 13, XAlign: vector.XCenter, YAlign: vector.YTop}

// titleLines is how many lines a title has at most.
const titleLines = 4

// drawTitle draws the title, smaller or in more lines if it is too long, and returns the rest
// of the canvas.
func (f *Figure) drawTitle(c vector.Canvas) vector.Canvas {
	if f.title == "" {
		return c
	}
	title, sty := fitLines(f.title, titleStyle, c.Size().X, titleLines)
	c.FillText(sty, vector.Point{X: c.Center().X, Y: c.Max.Y + sty.Extents().Descent}, title)
	c.Max.Y -= sty.Height(title) + 5
	return c
}

// titleRoom is the height in pixels that a figure of a fixed layout needs
// above for its title.
func (f *Figure) titleRoom() float64 {
	if !f.isEqual() || !f.x.fixed || !f.y.fixed || f.title == "" {
		return 0
	}
	title, sty := fitLines(f.title, titleStyle, vector.Length(f.width)*pixel-sideMargins, titleLines)
	return float64((max(titleStyle.Height(f.title), sty.Height(title)) + 5) / pixel)
}

// ranges returns the limits of the axes, grown to all that is drawn.
func (f *Figure) ranges() (x, y limits) {
	x, y = f.x, f.y
	for _, i := range f.items {
		if i, ok := i.(bounded); ok {
			i.bounds(&x, &y)
		}
	}
	if !f.hasData() {
		lo, hi := x.margin()
		for _, i := range f.items {
			if curve, ok := i.(*function); ok {
				_, values := curve.sample(axis{min: lo, max: hi})
				y.include(values...)
			}
		}
	}
	return x, y
}

// hasData reports whether there is more than functions, lines and notes.
func (f *Figure) hasData() bool {
	for _, i := range f.items {
		if _, ok := i.(dataItem); ok {
			return true
		}
	}
	return false
}

// axes returns the axes before they know what to show.
func (f *Figure) axes() *axes {
	a := axis{tickLength: f.tickLength, nameStyle: textStyle(11.5, Black), labelStyle: textStyle(10, Black)}
	a.nameStyle.YAlign = vector.YBottom
	p := &axes{a, a}
	p.x.name, p.y.name = f.xName, f.yName
	p.x.ticks, p.y.ticks = f.xTicks, f.yTicks
	if f.bare {
		p.x.ticks, p.y.ticks = []tick{}, []tick{}
	}
	p.x.labelStyle.YAlign = vector.YTop
	p.y.labelStyle.XAlign = vector.XRight
	if f.slanted {
		p.x.labelStyle.Rotation = math.Pi / 4
		p.x.labelStyle.XAlign = vector.XRight
	}
	return p
}

// show sets the ends of the axis.
func (a *axis) show(l limits) {
	a.min, a.max = l.margin()
	a.log, a.normal = l.log, l.normal
}

// An axisName is the name of an axis that is not linear, which is drawn apart:
// an axis reserves room for it around the middle of the numbers, which on such
// an axis may be near the end, and leaves a gap there as long as half the name.
type axisName struct {
	text  string
	style vector.TextStyle
}

// takeName takes the name away from an axis that is not linear.
func (a *axis) takeName() (name axisName) {
	if a.log || a.normal {
		name = axisName{a.name, a.nameStyle}
		a.name = ""
	}
	return name
}

// room is the width of the strip beside the axis for the name.
func (n axisName) room() vector.Length {
	if n.text == "" {
		return 0
	}
	return n.style.Height(n.text) + n.style.Extents().Descent + namePad
}

// draw draws the name outside of the point at, turned by rotation.
func (n axisName) draw(c vector.Canvas, at vector.Point, rotation float64) {
	if n.text == "" {
		return
	}
	away := namePad + n.style.Extents().Descent
	if rotation == 0 {
		at.Y -= away + n.style.Height(n.text) - n.style.Extents().Descent
	} else {
		at.X -= away
	}
	n.style.Rotation += rotation
	c.FillText(n.style, at, n.text)
}

// fit chooses ticks for the room that there is and makes equal axes equal. It
// returns the part of c that the figure then fills. Tick labels take room
// themselves, so it looks twice.
func (f *Figure) fit(p *axes, c vector.Canvas, x, y limits) vector.Canvas {
	whole := c
	for range 2 {
		if f.isEqual() {
			p.x.show(x)
			p.y.show(y)
			widen(p, whole, x, y)
			if x.fixed || y.fixed {
				c = shrink(p, whole)
			}
		}
		inside := p.inside(c).Size()
		if f.xTicks == nil && !f.bare {
			p.x.ticks = horizontalTicks(inside.X, p.x.labelStyle, func(n int) []tick { return x.ticks(p.x.min, p.x.max, n) })
		}
		if f.yTicks == nil && !f.bare {
			p.y.ticks = verticalTicks(inside.Y, p.y.labelStyle, func(n int) []tick { return y.ticks(p.y.min, p.y.max, n) })
		}
	}
	return c
}

// units returns how much of each axis is shown on a unit of length.
func units(p *axes, inside vector.Point) (x, y float64) {
	return p.x.span() / float64(inside.X), p.y.span() / float64(inside.Y)
}

// widen lets one axis that is not fixed show more, until a unit has the same length on both.
func widen(p *axes, c vector.Canvas, x, y limits) {
	ux, uy := units(p, p.inside(c).Size())
	grow := func(a *axis, fixed bool, ratio float64) {
		lo, hi := a.scale(a.min), a.scale(a.max)
		middle, half := (lo+hi)/2, (hi-lo)/2*max(1, ratio)
		if lo, hi = a.value(middle-half), a.value(middle+half); ratio > 1 && !fixed && finite(lo) && finite(hi) {
			a.min, a.max = lo, hi
		}
	}
	grow(&p.x, x.fixed, uy/ux)
	grow(&p.y, y.fixed, ux/uy)
}

// shrink returns the middle of the canvas where a unit has the same length on
// both axes.
func shrink(p *axes, c vector.Canvas) vector.Canvas {
	inside := p.inside(c).Size()
	x, y := units(p, inside)
	idle := vector.Point{
		X: inside.X * vector.Length(max(0, 1-x/y)) / 2,
		Y: inside.Y * vector.Length(max(0, 1-y/x)) / 2,
	}
	return c.Crop(idle.X, -idle.X, idle.Y, -idle.Y)
}

// drawAxes draws the left and the lower edge.
func (f *Figure) drawAxes(c vector.Canvas) {
	corner := []vector.Point{{X: c.Max.X, Y: c.Min.Y}, c.Min}
	if !f.flat {
		corner = append(corner, vector.Point{X: c.Min.X, Y: c.Max.Y})
	}
	if !f.bare {
		c.StrokeLines(vector.LineStyle{Color: Black, Width: 0.8}, corner)
	}
}

// drawGrid draws thin lines at the labelled ticks.
func (f *Figure) drawGrid(p *axes, c vector.Canvas) {
	line := vector.LineStyle{Color: mix(white, Silver, 0.45), Width: 0.5}
	if f.xTicks == nil {
		for _, t := range p.x.marks() {
			if x := c.X(p.x.norm(t.Value)); t.Label != "" && c.ContainsX(x) {
				c.StrokeLine2(line, x, c.Min.Y, x, c.Max.Y)
			}
		}
	}
	if f.yTicks == nil || f.yGrid {
		for _, t := range p.y.marks() {
			if y := c.Y(p.y.norm(t.Value)); t.Label != "" && c.ContainsY(y) {
				c.StrokeLine2(line, c.Min.X, y, c.Max.X, y)
			}
		}
	}
}

// place returns where (x, y) is drawn; ok is false if it is nowhere.
func place(c vector.Canvas, p *axes, x, y float64) (pt vector.Point, ok bool) {
	const far = 1e300 // from where on lengths may overflow
	u, v := p.x.norm(x), p.y.norm(y)
	if !(math.Abs(u) < far && math.Abs(v) < far) {
		return pt, false
	}
	return vector.Point{X: c.X(u), Y: c.Y(v)}, true
}
