package plots

import (
	"math"

	"linclass/plots/internal/vector"
)

// The axes of a figure that is being laid out.
type axes struct{ x, y axis }

// An axis has a name, and ticks with labels.
type axis struct {
	min, max   float64
	log        bool
	normal     bool
	name       string
	nameStyle  vector.TextStyle
	ticks      []tick // nil before they are chosen: then about six
	tickLength vector.Length
	labelStyle vector.TextStyle
}

// A tick marks a place on an axis. One without a label is shorter.
type tick struct {
	Value float64
	Label string
}

// namePad is between the name of an axis and the labels.
const namePad vector.Length = 3

// norm returns where v lies as a share of the axis, NaN where there is no
// logarithm or quantile.
func (a *axis) norm(v float64) float64 {
	switch {
	case !a.log:
		return (a.scale(v) - a.scale(a.min)) / a.span()
	case v <= 0:
		return math.NaN()
	}
	return logRatio(v, a.min) / logRatio(a.max, a.min)
}

// at is the inverse of norm: the value that lies at a share of the axis.
func (a *axis) at(share float64) float64 {
	return a.value(a.scale(a.min) + share*a.span())
}

// scale returns what equal lengths of the axis show equally much of: values, decades or
// quantiles.
func (a *axis) scale(v float64) float64 {
	switch {
	case a.normal:
		return quantile(v)
	case a.log:
		return math.Log10(v)
	}
	return v
}

// span returns how much the axis shows.
func (a *axis) span() float64 { return a.scale(a.max) - a.scale(a.min) }

// value is the inverse of scale.
func (a *axis) value(u float64) float64 {
	switch {
	case a.normal:
		return normalShare(u)
	case a.log:
		return min(max(math.Pow(10, u), math.SmallestNonzeroFloat64), math.MaxFloat64)
	}
	return u
}

// marks returns the ticks.
func (a *axis) marks() []tick {
	if a.ticks == nil {
		return linearTicks(a.min, a.max, 6, false)
	}
	return a.ticks
}

// labels returns the ticks that have one.
func (a *axis) labels() []tick {
	var all []tick
	for _, t := range a.marks() {
		if t.Label != "" {
			all = append(all, t)
		}
	}
	return all
}

// largest returns the width and height that labels need at most.
func (a *axis) largest() (size vector.Point) {
	for _, t := range a.labels() {
		s := a.labelStyle.Rectangle(t.Label).Size()
		size.X, size.Y = max(size.X, s.X), max(size.Y, s.Y)
	}
	return size
}

// below is the height of the strip for a horizontal axis.
func (a *axis) below() (h vector.Length) {
	if a.name != "" {
		h += a.nameStyle.Height(a.name) + namePad
	}
	if len(a.marks()) > 0 {
		h += a.tickLength + a.largest().Y
	}
	return h
}

// beside is the width of the strip for a vertical axis.
func (a *axis) beside() (w vector.Length) {
	if a.name != "" {
		w += a.nameStyle.Extents().Descent + a.nameStyle.Height(a.name) + namePad
	}
	if len(a.marks()) > 0 {
		if wide := a.largest().X; wide > 0 {
			w += wide + a.nameStyle.Width(" ")
		}
		w += a.tickLength
	}
	return w
}

// inside returns the part of c for the data.
func (p *axes) inside(c vector.Canvas) vector.Canvas {
	return p.padY(p.padX(c.Crop(p.y.beside(), 0, p.x.below(), 0)))
}

// padX leaves room at the right for the text below that is wider than the axis.
func (p *axes) padX(c vector.Canvas) vector.Canvas {
	farthest := overhang{at: 1, end: c.Max.X}
	if a := &p.x; a.name != "" {
		farthest.see(c.X, a.norm(0.5*(a.max+a.min)), a.nameStyle.Rectangle(a.name).Max.X)
	}
	for _, t := range p.x.labels() {
		farthest.see(c.X, p.x.norm(t.Value), p.x.labelStyle.Rectangle(t.Label).Max.X)
	}
	c.Min.X, c.Max.X = farthest.fit(c.Min.X, c.Max.X)
	return c
}

// padY leaves room above for the text beside that is higher than the axis.
func (p *axes) padY(c vector.Canvas) vector.Canvas {
	farthest := overhang{at: 1, end: c.Max.Y}
	if a := &p.y; a.name != "" {
		farthest.see(c.Y, a.norm(0.5*(a.max+a.min)), upright(a.nameStyle).Rectangle(a.name).Max.Y)
	}
	for _, t := range p.y.labels() {
		e := p.y.labelStyle.Extents()
		farthest.see(c.Y, p.y.norm(t.Value), p.y.labelStyle.Rectangle(t.Label).Max.Y+e.Height-e.Ascent)
	}
	c.Min.Y, c.Max.Y = farthest.fit(c.Min.Y, c.Max.Y)
	return c
}

func upright(s vector.TextStyle) vector.TextStyle {
	s.Rotation += math.Pi / 2
	return s
}

// An overhang is the text that ends farthest beyond the end of an axis.
type overhang struct {
	at     float64       // its place on the axis
	beyond vector.Length // how far it goes beyond that
	end    vector.Length // where it ends
}

func (o *overhang) see(axis func(float64) vector.Length, at float64, beyond vector.Length) {
	if end := axis(at) + beyond; end > o.end && at <= 1 {
		*o = overhang{at, beyond, end}
	}
}

// fit returns the ends of an axis on which the text ends at hi. At least half of
// the axis stays.
func (o *overhang) fit(lo, hi vector.Length) (vector.Length, vector.Length) {
	half := (lo + hi) / 2
	at, hi := vector.Length(o.at), hi-o.beyond
	return at * lo / at, max((hi+at*lo-lo)/at, half)
}

// draw draws the axes, without their lines, and the items.
func (p *axes) draw(c vector.Canvas, items []item) {
	p.x.drawBelow(p.padX(c.Crop(p.y.beside(), 0, 0, 0)))
	p.y.drawBeside(p.padY(c.Crop(0, 0, p.x.below(), 0)))
	inside := p.inside(c)
	for _, i := range items {
		i.plot(inside, p)
	}
}

var tickLine = vector.LineStyle{Color: Black, Width: 0.8}

// drawBelow draws a horizontal axis along the lower side of c.
func (a *axis) drawBelow(c vector.Canvas) {
	y := c.Min.Y
	if a.name != "" {
		c.FillText(a.nameStyle, vector.Point{X: c.Center().X, Y: y + a.nameStyle.Extents().Descent}, a.name)
		y += a.nameStyle.Height(a.name)
		y += namePad
	}
	y += a.largest().Y
	for _, t := range a.labels() {
		if x := c.X(a.norm(t.Value)); c.ContainsX(x) {
			c.FillText(a.labelStyle, vector.Point{X: x, Y: y + a.labelStyle.Extents().Descent}, t.Label)
		}
	}
	for _, t := range a.marks() {
		if x := c.X(a.norm(t.Value)); c.ContainsX(x) {
			c.StrokeLine2(tickLine, x, y+a.tickLength-t.length(a), x, y+a.tickLength)
		}
	}
}

// drawBeside draws a vertical axis along the left side of c.
func (a *axis) drawBeside(c vector.Canvas) {
	x := c.Min.X
	if a.name != "" {
		descent := a.nameStyle.Extents().Descent
		x += a.nameStyle.Height(a.name)
		c.FillText(upright(a.nameStyle), vector.Point{X: x - descent, Y: c.Center().Y}, a.name)
		x += descent
		x += namePad
	}
	x += a.largest().X
	seen := false
	for _, t := range a.labels() {
		if y := c.Y(a.norm(t.Value)); c.ContainsY(y) {
			c.FillText(a.labelStyle, vector.Point{X: x, Y: y + a.labelStyle.Extents().Descent}, t.Label)
			seen = true
		}
	}
	if seen {
		x += a.labelStyle.Width(" ")
	}
	for _, t := range a.marks() {
		if y := c.Y(a.norm(t.Value)); c.ContainsY(y) {
			c.StrokeLine2(tickLine, x+a.tickLength-t.length(a), y, x+a.tickLength, y)
		}
	}
}

func (t tick) length(a *axis) vector.Length {
	if t.Label == "" {
		return a.tickLength / 2
	}
	return a.tickLength
}
