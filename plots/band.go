package plots

import (
	"image/color"

	"linclass/plots/internal/vector"
)

// Band fills the area between two curves, such as the ends of a confidence interval at
// each x, with a translucent colour, that of the style or blue. A NaN or infinite value
// leaves a gap. It is an error if x, low and high have different lengths or are empty.
func (f *Figure) Band(x, low, high []float64, name string, style ...Style) *Figure {
	if len(x) != len(low) || len(x) != len(high) {
		return f.fail("x, low and high", []int{len(x), len(low), len(high)}, "Band: %d values of x, %d of low, %d of high", len(x), len(low), len(high))
	}
	if len(x) == 0 {
		return f.fail("x", nil, "Band: no values")
	}
	b := &band{x: x, low: low, high: high, color: translucent(styled(vector.LineStyle{Color: Blue}, style).Color)}
	f.legend.add(entry{name: name, patch: b.color})
	return f.add(b)
}

// translucent lets what lies below a colour shine through.
func translucent(c color.Color) color.NRGBA {
	clear := color.NRGBAModel.Convert(c).(color.NRGBA)
	clear.A = 0x38
	return clear
}

// A band is the area between two curves.
type band struct {
	x, low, high []float64
	color        color.NRGBA
}

func (b *band) plot(c vector.Canvas, p *axes) {
	var lower, upper []vector.Point
	flush := func() {
		if len(lower) > 1 {
			for i := range upper {
				lower = append(lower, upper[len(upper)-1-i])
			}
			if inside := c.ClipPolygonXY(lower); len(inside) > 2 {
				c.FillPolygon(b.color, inside)
			}
		}
		lower, upper = nil, nil
	}
	for i, x := range b.x {
		low, ok := place(c, p, x, b.low[i])
		high, ok2 := place(c, p, x, b.high[i])
		if !ok || !ok2 {
			flush()
			continue
		}
		lower, upper = append(lower, low), append(upper, high)
	}
	flush()
}

func (b *band) bounds(x, y *limits) {
	for i := range b.x {
		if finite(b.x[i]) && finite(b.low[i]) && finite(b.high[i]) {
			x.include(b.x[i])
			y.include(b.low[i], b.high[i])
		}
	}
}

func (b *band) covers(c vector.Canvas, p *axes) []vector.Point {
	low, high := polyline{x: b.x, y: b.low}, polyline{x: b.x, y: b.high}
	return append(low.covers(c, p), high.covers(c, p)...)
}
