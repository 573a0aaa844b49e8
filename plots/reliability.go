package plots

import (
	"math"

	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// A Calibrated is a classifier whose probabilities [Reliability] compares with the observed
// shares.
type Calibrated struct {
	Name  string
	Curve *metric.ReliabilityCurve // as metric.Reliability(t, p, edges, nil) returns it
	Style Style
}

// The strip below the diagram, in units of the share.
const (
	stripTop    = -0.05
	stripBottom = -0.3
)

// Reliability draws, for each bin of predicted probabilities, the share of its samples that
// are positive. Calibrated probabilities lie on the diagonal. Thin bars are 95 % intervals
// of the shares (Wilson, 1927), and the strip below shows how many samples a bin has. The
// legend has the expected calibration error ECE.
func Reliability(curves ...Calibrated) *Figure {
	f := New("mean predicted probability of the bin", "share of the positive class").Size(460, 540)
	const beyond = 0.01
	f.XRange(-beyond, 1+beyond).YRange(stripBottom, 1+beyond)
	f.square = true
	f.kind = "Reliability diagram"
	if len(curves) == 0 {
		return f.fail("curves", nil, "Reliability: no curves")
	}
	f.yTicks, f.yGrid = linearTicks(0, 1, 5, false), true
	ideal := vector.LineStyle{Color: Grey, Width: 1.2, Dashes: dashes[1]}
	f.add(&polyline{x: []float64{0, 1}, y: []float64{0, 1}, line: ideal})
	most := 0.0
	for _, c := range curves {
		if c.Curve == nil || len(c.Curve.N) == 0 {
			return f.fail("curve", c.Name, "Reliability: %q has no samples", c.Name)
		}
		if p, o := len(c.Curve.Predicted), len(c.Curve.Observed); p != len(c.Curve.N) || o != len(c.Curve.N) {
			return f.fail("curve", []int{len(c.Curve.N), p, o}, "Reliability: %q has %d numbers of samples, %d predicted and %d observed shares", c.Name, len(c.Curve.N), p, o)
		}
		for i, n := range c.Curve.N {
			if math.IsNaN(c.Curve.Predicted[i]) || math.IsNaN(c.Curve.Observed[i]) || math.IsNaN(n) {
				return f.fail("curve", c.Name, "Reliability: %q has values that are no probabilities", c.Name)
			}
			most = max(most, n)
		}
	}
	for k, c := range curves {
		name := "ECE " + share(c.Curve.ECE())
		if c.Name != "" {
			name = c.Name + ", " + name
		}
		l := &polyline{x: c.Curve.Predicted, y: c.Curve.Observed, line: c.Style.apply(curveStyle(k, classColors))}
		l.glyph = classGlyph(k, 4)
		l.glyph.Color = l.line.Color
		f.legend.add(entry{name: name, line: l.line, glyph: l.glyph})
		for i, n := range c.Curve.N {
			wide := vector.Length(max(5-1.5*float64(k), 1.5))
			f.upright(c.Curve.Predicted[i], stripBottom, stripBottom+0.16*n/most, vector.LineStyle{Color: l.line.Color, Width: wide})
		}
		for i, n := range c.Curve.N {
			low, high := wilson(c.Curve.Observed[i], n)
			f.upright(c.Curve.Predicted[i], low, high, vector.LineStyle{Color: l.line.Color, Width: intervalWidth})
		}
		f.add(l)
	}
	f.legend.add(entry{name: "bars: 95 % intervals (Wilson)", glyph: vector.GlyphStyle{Color: Grey, Radius: 5, Shape: thinBar{}}})
	f.legend.add(entry{name: "calibrated", line: ideal})
	return f.add(&strip{"samples in the bin, at most " + count(most)})
}

// upright draws a line from low to high.
func (f *Figure) upright(x, low, high float64, line vector.LineStyle) {
	f.add(&polyline{x: []float64{x, x}, y: []float64{low, high}, line: line})
}

const intervalWidth = 0.8

// A thinBar stands for the intervals in the legend.
type thinBar struct{}

func (thinBar) DrawGlyph(c *vector.Canvas, sty vector.GlyphStyle, at vector.Point) {
	c.StrokeLine2(vector.LineStyle{Color: sty.Color, Width: intervalWidth}, at.X, at.Y-sty.Radius, at.X, at.Y+sty.Radius)
}

// wilson returns the 95 % interval of a share of n.
func wilson(p, n float64) (low, high float64) {
	const z = 1.959963984540054
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}

// A strip is the lower part of the diagram, which a legend leaves free, with a text that
// says what its bars are.
type strip struct{ text string }

func (s *strip) plot(c vector.Canvas, p *axes) {
	sty := textStyle(9, Grey)
	sty.YAlign = vector.YTop
	at, _ := place(c, p, 0.5, stripTop)
	if !c.ContainsY(at.Y) {
		return
	}
	at.X = c.Center().X
	c.StrokeLine2(vector.LineStyle{Color: Silver, Width: 0.8}, c.Min.X, at.Y, c.Max.X, at.Y)
	at.Y += sty.Extents().Descent - 1
	c.FillText(sty, at, s.text)
}

func (s *strip) covers(c vector.Canvas, p *axes) []vector.Point {
	const lines = 6
	var taken []vector.Point
	for i := range lines {
		y := stripBottom + (stripTop-stripBottom)*float64(i)/(lines-1)
		from, _ := place(c, p, 0, y)
		to, _ := place(c, p, 1, y)
		taken = append(taken, between(from, to)...)
	}
	return taken
}
