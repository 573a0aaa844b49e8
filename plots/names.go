package plots

import (
	"math"
	"slices"
	"sort"

	"linclass/plots/internal/vector"
)

// nameShare is how much of a figure the names along an axis take at most.
const nameShare = 0.4

// fitNames shortens the names of the axes of a figure of the given size.
func (p *axes) fitNames(size vector.Point) {
	const usual = 0.85 // of the figure: the axes with numbers beside them
	p.x.fitName(min(usual*size.X, size.X-p.y.beside()))
	p.y.fitName(min(usual*size.Y, size.Y-p.x.below()))
}

// shortenNames cuts names that take too much of a figure of the given size.
func (p *axes) shortenNames(size vector.Point) {
	p.y.shorten(nameShare * size.X)
	if sin := math.Sin(p.x.labelStyle.Rotation); sin > 0 {
		p.x.shorten(nameShare*size.Y/vector.Length(sin) - p.x.labelStyle.Height("Mg"))
	}
}

// fitName writes the name of an axis smaller, and then cuts it, if it is much longer than
// the axis, which would otherwise become shorter to leave room for it.
func (a *axis) fitName(length vector.Length) {
	const much, least = 1.2, 9
	if a.nameStyle.Width(a.name) <= much*length {
		return
	}
	for a.nameStyle.Width(a.name) > length && a.nameStyle.Size > least {
		a.nameStyle.Size -= 0.5
	}
	a.name = shorten(a.name, a.nameStyle, length)
}

// shorten cuts the names of an axis to a width.
func (a *axis) shorten(width vector.Length) {
	a.ticks = slices.Clone(a.ticks)
	for i, t := range a.ticks {
		a.ticks[i].Label = shorten(t.Label, a.labelStyle, width)
	}
}

// shorten leaves out the middle of a name that is wider than width, as names
// often differ at their end.
func shorten(name string, sty vector.TextStyle, width vector.Length) string {
	if sty.Width(name) <= width {
		return name
	}
	runes := []rune(name)
	keep := func(n int) string { return string(runes[:(n+1)/2]) + "…" + string(runes[len(runes)-n/2:]) }
	tooMany := sort.Search(len(runes), func(n int) bool { return sty.Width(keep(n)) > width })
	return keep(max(tooMany-1, 0))
}

// slantNames turns the names below columns of the given width in pixels where
// they are wider than those.
func (f *Figure) slantNames(width float64) {
	sty := f.axes().x.labelStyle
	for _, t := range f.xTicks {
		if sty.Width(t.Label) > vector.Length(width)*pixel*0.9 {
			f.slanted = true
		}
	}
}

// growForNames makes a figure larger that has room for short names only.
func (f *Figure) growForNames() {
	const usual, most = 110, 180 // pixels
	p := f.axes()
	grow := func(names vector.Length) float64 { return max(0, min(float64(names/pixel), most)-usual) }
	f.width += grow(p.y.largest().X)
	f.height += grow(p.x.largest().Y)
}
