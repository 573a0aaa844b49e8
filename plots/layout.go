package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// draw puts the figure on the canvas: title, then the legend if it does not
// fit inside, then axes and items, a colour bar at the right.
func (f *Figure) draw(c draw.Canvas) {
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, 6*pixel, -12*pixel, 5*pixel, -6*pixel)

	p := *f.Plot
	p.BackgroundColor = nil
	p.Title.Text = ""
	for _, i := range f.items {
		p.Add(i)
	}
	c = f.drawTitle(c)

	x, y := f.ranges()
	setAxis(&p.X, x)
	setAxis(&p.Y, y)
	if f.bare {
		p.HideAxes()
	}
	if f.bar != nil {
		c.Max.X -= f.bar.width()
	}
	xName, yName := takeLabel(&p.X), takeLabel(&p.Y)
	c.Min.X += yName.room()
	c.Min.Y += xName.room()
	whole := c
	c = f.fit(&p, whole, x, y)
	at := f.legend.corner
	if at == Auto {
		at = f.emptiest(&p, c)
	}
	if at == Outside {
		c = f.fit(&p, f.legend.drawAbove(whole), x, y)
	}
	inside := p.DataCanvas(c)
	if !f.bare {
		f.drawGrid(&p, inside)
	}
	p.Draw(c)
	f.drawAxes(inside)
	xName.draw(c, vg.Point{X: inside.Center().X, Y: c.Min.Y}, 0)
	yName.draw(c, vg.Point{X: c.Min.X, Y: inside.Center().Y}, math.Pi/2)
	if at != Outside && at != None {
		f.legend.drawInside(inside, at)
	}
	if f.bar != nil {
		f.bar.draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: c.Max.X, Y: inside.Min.Y},
			Max: vg.Point{X: c.Max.X + f.bar.width(), Y: inside.Max.Y},
		}})
	}
}

// drawTitle draws the title, smaller if it is too long, and returns the rest
// of the canvas.
func (f *Figure) drawTitle(c draw.Canvas) draw.Canvas {
	title := f.Plot.Title.Text
	if title == "" {
		return c
	}
	sty := f.Plot.Title.TextStyle
	for sty.Width(title) > c.Size().X && sty.Font.Size > vg.Points(8) {
		sty.Font.Size -= vg.Points(0.5)
	}
	c.FillText(sty, vg.Point{X: c.Center().X, Y: c.Max.Y + sty.FontExtents().Descent}, title)
	c.Max.Y -= sty.Height(title) + vg.Points(5)
	return c
}

// titleRoom is the height in pixels that a figure of a fixed layout needs
// above for its title.
func (f *Figure) titleRoom() float64 {
	if !f.equal || !f.x.fixed || !f.y.fixed || f.Plot.Title.Text == "" {
		return 0
	}
	return float64((f.Plot.Title.TextStyle.Height(f.Plot.Title.Text) + vg.Points(5)) / pixel)
}

// ranges returns the limits of the axes, grown to all that is drawn.
func (f *Figure) ranges() (x, y limits) {
	x, y = f.x, f.y
	x.include(f.Plot.X.Min, f.Plot.X.Max)
	y.include(f.Plot.Y.Min, f.Plot.Y.Max)
	for _, i := range f.items {
		i.bounds(&x, &y)
	}
	if !f.hasData() {
		lo, hi := x.margin()
		for _, i := range f.items {
			if curve, ok := i.(*function); ok {
				_, values := curve.sample(lo, hi)
				y.include(values...)
			}
		}
	}
	return x, y
}

// hasData tells whether there is more than functions, lines and notes.
func (f *Figure) hasData() bool {
	for _, i := range f.items {
		switch i.(type) {
		case *points, *polyline, *histogram, plotter:
			return true
		}
	}
	return false
}

func setAxis(a *plot.Axis, l limits) {
	a.Min, a.Max = l.margin()
	if l.log {
		a.Scale = logScale{}
	}
}

// An axisName is the label of a logarithmic axis. We draw it ourselves: gonum
// reserves room for it around the middle of the numbers, which on such an axis
// is near the end, and leaves a gap there as long as half the label.
type axisName struct {
	text    string
	style   text.Style
	padding vg.Length
}

// takeLabel takes the label away from an axis that is logarithmic.
func takeLabel(a *plot.Axis) (name axisName) {
	if _, log := a.Scale.(logScale); log {
		name = axisName{a.Label.Text, a.Label.TextStyle, a.Label.Padding}
		a.Label.Text = ""
	}
	return name
}

// room is the width of the strip beside the axis for the name.
func (n axisName) room() vg.Length {
	if n.text == "" {
		return 0
	}
	return n.style.Height(n.text) + n.style.FontExtents().Descent + n.padding
}

// draw draws the name outside of the point at, turned by rotation.
func (n axisName) draw(c draw.Canvas, at vg.Point, rotation float64) {
	if n.text == "" {
		return
	}
	away := n.padding + n.style.FontExtents().Descent
	if rotation == 0 {
		at.Y -= away + n.style.Height(n.text) - n.style.FontExtents().Descent
	} else {
		at.X -= away
	}
	n.style.Rotation += rotation
	c.FillText(n.style, at, n.text)
}

// fit chooses ticks for the room that there is and makes equal axes equal. It
// returns the part of c that the figure then fills. Tick labels take room
// themselves, so it looks twice.
func (f *Figure) fit(p *plot.Plot, c draw.Canvas, x, y limits) draw.Canvas {
	whole := c
	for range 2 {
		if f.equal {
			setAxis(&p.X, x)
			setAxis(&p.Y, y)
			if x.fixed && y.fixed {
				c = shrink(p, whole)
			} else {
				widen(p, c)
			}
		}
		inside := p.DataCanvas(c).Size()
		switch {
		case f.xTicks != nil || f.bare:
			p.X.Tick.Marker = plot.ConstantTicks(f.xTicks)
		default:
			p.X.Tick.Marker = plot.ConstantTicks(horizontalTicks(inside.X, p.X.Tick.Label,
				func(n int) []plot.Tick { return x.ticks(p.X.Min, p.X.Max, n) }))
		}
		switch {
		case f.yTicks != nil || f.bare:
			p.Y.Tick.Marker = plot.ConstantTicks(f.yTicks)
		default:
			p.Y.Tick.Marker = plot.ConstantTicks(verticalTicks(inside.Y, p.Y.Tick.Label,
				func(n int) []plot.Tick { return y.ticks(p.Y.Min, p.Y.Max, n) }))
		}
	}
	return c
}

// units returns how much of each axis is shown on a unit of length.
func units(p *plot.Plot, inside vg.Point) (x, y float64) {
	return (p.X.Max - p.X.Min) / float64(inside.X), (p.Y.Max - p.Y.Min) / float64(inside.Y)
}

// widen lets one axis show more, until a unit has the same length on both.
func widen(p *plot.Plot, c draw.Canvas) {
	x, y := units(p, p.DataCanvas(c).Size())
	grow := func(a *plot.Axis, ratio float64) {
		middle, half := (a.Min+a.Max)/2, (a.Max-a.Min)/2*max(1, ratio)
		a.Min, a.Max = middle-half, middle+half
	}
	grow(&p.X, y/x)
	grow(&p.Y, x/y)
}

// shrink returns the middle of the canvas where a unit has the same length on
// both axes.
func shrink(p *plot.Plot, c draw.Canvas) draw.Canvas {
	inside := p.DataCanvas(c).Size()
	x, y := units(p, inside)
	idle := vg.Point{
		X: inside.X * vg.Length(max(0, 1-x/y)) / 2,
		Y: inside.Y * vg.Length(max(0, 1-y/x)) / 2,
	}
	return draw.Crop(c, idle.X, -idle.X, idle.Y, -idle.Y)
}

// drawAxes draws the left and the lower edge.
func (f *Figure) drawAxes(c draw.Canvas) {
	corner := []vg.Point{{X: c.Max.X, Y: c.Min.Y}, c.Min}
	if !f.flat {
		corner = append(corner, vg.Point{X: c.Min.X, Y: c.Max.Y})
	}
	if !f.bare {
		c.StrokeLines(draw.LineStyle{Color: Black, Width: vg.Points(0.8)}, corner)
	}
}

// drawGrid draws thin lines at the labelled ticks.
func (f *Figure) drawGrid(p *plot.Plot, c draw.Canvas) {
	line := draw.LineStyle{Color: mix(white, Silver, 0.45), Width: vg.Points(0.5)}
	if f.xTicks == nil {
		for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
			if x := c.X(p.X.Norm(t.Value)); t.Label != "" && c.ContainsX(x) {
				c.StrokeLine2(line, x, c.Min.Y, x, c.Max.Y)
			}
		}
	}
	if f.yTicks == nil {
		for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
			if y := c.Y(p.Y.Norm(t.Value)); t.Label != "" && c.ContainsY(y) {
				c.StrokeLine2(line, c.Min.X, y, c.Max.X, y)
			}
		}
	}
}

// place returns where (x, y) is drawn; ok is false if it is nowhere.
func place(c draw.Canvas, p *plot.Plot, x, y float64) (pt vg.Point, ok bool) {
	u, v := p.X.Norm(x), p.Y.Norm(y)
	if math.IsNaN(u) || math.IsNaN(v) || math.IsInf(u, 0) || math.IsInf(v, 0) {
		return pt, false
	}
	return vg.Point{X: c.X(u), Y: c.Y(v)}, true
}
