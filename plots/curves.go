package plots

// A Curve is a named sequence of values.
type Curve struct {
	Name  string
	X     []float64 // nil means 1, 2, 3, …
	Y     []float64 // NaN leaves a gap
	Style Style
}

// Curves draws sequences such as the error after each epoch, each with a colour and dash
// pattern of its own. A curve of at most 20 values has a marker at each.
// Use [Figure.LogX] and [Figure.LogY] for logarithmic axes.
func Curves(xLabel, yLabel string, curves ...Curve) *Figure {
	f := New(xLabel, yLabel)
	if len(curves) == 0 {
		return f.fail("curves", nil, "Curves: no curves")
	}
	f.x.integer = true
	f.kind = "Curves"
	for k, c := range curves {
		x := c.X
		if x == nil {
			x = make([]float64, len(c.Y))
			for i := range x {
				x[i] = float64(i + 1)
			}
		} else {
			f.x.integer = false
		}
		if len(x) != len(c.Y) {
			return f.fail("curve", c.Name, "Curves: %q has %s of X, %d of Y", c.Name, counted(len(x), "value"), len(c.Y))
		}
		if len(x) == 0 {
			return f.fail("curve", c.Name, "Curves: %q has no values", c.Name)
		}
		l := &polyline{x: x, y: c.Y, line: c.Style.apply(curveStyle(k, classColors))}
		if len(x) <= 20 {
			l.glyph = classGlyph(k, radius(100))
			l.glyph.Color = l.line.Color
		}
		f.legend.add(entry{name: c.Name, line: l.line, glyph: l.glyph})
		f.add(l)
	}
	return f
}
