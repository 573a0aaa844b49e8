package plots

import (
	"fmt"
	"strings"

	"linclass/plots/internal/vector"
)

// Bars draws a number for each name as an upright bar, such as the probabilities of
// classes. The bars of several series stand side by side. Each series has the colour of its
// Style, by default one of its own. Leave its X nil, and give one Y per name; NaN leaves a
// gap.
//
//	plots.Bars("class", "probability", d.Classes(), plots.Curve{Name: "y", Y: m.ProbaOne(x)})
func Bars(xLabel, yLabel string, names []string, series ...Curve) *Figure {
	f := New(xLabel, yLabel)
	if len(names) == 0 || len(series) == 0 {
		return f.fail("names and series", []int{len(names), len(series)}, "Bars: %d names, %d series; give one of each or more", len(names), len(series))
	}
	n := float64(len(names))
	f.XRange(-0.5, n-0.5)
	for i, name := range names {
		f.xTicks = append(f.xTicks, tick{Value: float64(i), Label: name})
	}
	f.slantNames((f.width - 80) / n)
	f.kind = "Bars:"
	wide := 0.8 / float64(len(series))
	for k, s := range series {
		if s.X != nil || len(s.Y) != len(names) {
			return f.fail("series", s.Name, "Bars: %q has %d values of X, %d of Y, for %d names; leave X nil, and give one Y per name", s.Name, len(s.X), len(s.Y), len(names))
		}
		line := s.Style.apply(vector.LineStyle{Color: areaColor(k)})
		f.legend.add(entry{name: s.Name, patch: line.Color})
		f.kind += " " + s.Name
		for i, v := range s.Y {
			f.add(&column{x: float64(i) - 0.4 + wide*float64(k), wide: wide, value: v, line: line})
			f.kind += fmt.Sprintf(" %s %s,", names[i], short(v))
		}
	}
	f.kind = strings.TrimSuffix(f.kind, ",")
	return f.HLine(0, "", Style{Solid: true, Color: Black, Width: 0.8})
}

// A column is an upright bar from 0 to a value; x is its left side.
type column struct {
	x, wide, value float64
	line           vector.LineStyle // has its colour
}

// uprightBar returns the part of a bar from x0 to x1 and from 0 to y that the axes show, false
// if there is none.
func uprightBar(c vector.Canvas, p *axes, x0, x1, y float64) (vector.Rectangle, bool) {
	foot, ok := place(c, p, x0, max(0, p.y.min))
	head, ok2 := place(c, p, x1, y)
	r, seen := c.ClipRectangle(vector.Rectangle{
		Min: vector.Point{X: foot.X, Y: min(foot.Y, head.Y)},
		Max: vector.Point{X: head.X, Y: max(foot.Y, head.Y)},
	})
	return r, ok && ok2 && seen
}

// coverOf returns places in the middle of an upright bar, and its upper corners.
func coverOf(r vector.Rectangle) []vector.Point {
	middle := (r.Min.X + r.Max.X) / 2
	return append(between(vector.Point{X: middle, Y: r.Min.Y}, vector.Point{X: middle, Y: r.Max.Y}), r.Max, vector.Point{X: r.Min.X, Y: r.Max.Y})
}

func (b *column) plot(c vector.Canvas, p *axes) {
	if r, ok := uprightBar(c, p, b.x, b.x+b.wide, b.value); ok {
		c.SetColor(b.line.Color)
		c.Fill(r.Path())
	}
}

func (b *column) bounds(_, y *limits) { y.include(0, b.value) }

func (b *column) covers(c vector.Canvas, p *axes) []vector.Point {
	if r, ok := uprightBar(c, p, b.x, b.x+b.wide, b.value); ok {
		return coverOf(r)
	}
	return nil
}
