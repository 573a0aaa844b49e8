package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"linclass/plots/internal/vector"
)

// An Axis is the label and the range of one axis of [Contour].
type Axis struct {
	Label    string
	Min, Max float64
}

// Contour draws the surface f(x, y) as colours, with lines of equal height and a colour
// bar. Without levels the lines are at about eight round heights. With levels the lines are
// at these heights, and everything below the lowest has its colour, which shows the top of
// a steep surface, such as a log-likelihood, in more detail. Where f is NaN or infinite,
// the figure is white. It is an error if f is finite nowhere.
func Contour(f func(x, y float64) float64, x, y Axis, levels ...float64) *Figure {
	fig := New(x.Label, y.Label).XRange(x.Min, x.Max).YRange(y.Min, y.Max)
	if f == nil {
		return fig.fail("f", nil, "Contour: no function")
	}
	if fig.err != nil {
		return fig
	}
	g := newGrid(f, axis{min: x.Min, max: x.Max}, axis{min: y.Min, max: y.Max}, 121, 91)
	lo, hi, ok := g.span()
	kind := heights(lo, hi)
	if !ok {
		return fig.fail("f", nil, "Contour: the function is finite nowhere between %v and %v, %v and %v", x.Min, x.Max, y.Min, y.Max)
	}
	if len(levels) > 0 {
		if i := slices.IndexFunc(levels, func(z float64) bool { return !finite(z) }); i >= 0 {
			return fig.fail("levels", levels[i], "Contour: level %d is %v; levels must be finite", i, levels[i])
		}
		lo = slices.Min(levels)
		hi = max(hi, slices.Max(levels))
	}
	if !finite(hi - lo) {
		return fig.fail("f", []float64{lo, hi}, "Contour: heights from %v to %v are beyond the range of float64; divide the function by a constant", lo, hi)
	}
	lo, hi = spread(lo, hi)
	if len(levels) == 0 {
		for _, t := range linearTicks(lo, hi, 10, false) {
			levels = append(levels, t.Value)
		}
	}
	colors := func(t float64) color.NRGBA { return mix(height.at(t), white, 0.25) }
	fig.kind = kind
	fig.bar = &colorBar{colors: colors, lo: lo, hi: hi, levels: levels}
	return fig.add(drawing(func(c vector.Canvas, p *axes) {
		g := g.on(p)
		(&field{cols: 480, rows: 340, color: func(x, y float64) color.NRGBA {
			z := g.at(x, y)
			if math.IsNaN(z) {
				return white
			}
			return colors((z - lo) / (hi - lo))
		}}).plot(c, p)
		for _, z := range levels {
			strokeLevel(c, p, g.level(z), vector.LineStyle{Color: color.NRGBA{0, 0, 0, 0xA0}, Width: 0.7})
		}
	}))
}

// heights says how high a surface is, with two digits of its span or more.
func heights(lo, hi float64) string {
	if lo == hi {
		return "Contour plot with the height " + significant(lo, 4) + " everywhere"
	}
	digits := 4
	if span := hi/2 - lo/2; span > 0 {
		largest := max(math.Abs(lo), math.Abs(hi)) / 2
		digits = int(min(max(4, 2+math.Ceil(math.Log10(largest/span))), 17))
	}
	return fmt.Sprintf("Contour plot with heights from %s to %s", significant(lo, digits), significant(hi, digits))
}

// Path joins points in their order, such as the steps of a descent, and writes "start" at
// the first and "end" at the last.
func (f *Figure) Path(x, y []float64, name string, style ...Style) *Figure {
	if len(x) != len(y) {
		return f.fail("x and y", []int{len(x), len(y)}, "Path: %s of x, %d of y", counted(len(x), "value"), len(y))
	}
	if len(x) == 0 {
		return f.fail("x", nil, "Path: no points")
	}
	line := styled(vector.LineStyle{Color: Red, Width: 1.6}, style)
	step := vector.GlyphStyle{Color: line.Color, Radius: 2.6, Shape: disc}
	f.legend.add(entry{name: name, line: line, glyph: step})
	f.add(&polyline{x: x, y: y, line: line, glyph: step})
	last := len(x) - 1
	ends := func(i int, shape marker, s string) {
		f.add(&annotation{x: x[i : i+1], y: y[i : i+1], draw: func(c vector.Canvas, at []vector.Point) {
			c.DrawGlyph(vector.GlyphStyle{Color: Black, Radius: 4.5, Shape: shape}, at[0])
			label(c, at[0], s, Black)
		}})
	}
	ends(0, square, "start")
	if last > 0 {
		ends(last, diamond, "end")
	}
	return f
}
