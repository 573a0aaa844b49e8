package plots

import (
	"math"

	"linclass/plots/internal/vector"
)

// Func draws the curve y = g(x) over the whole horizontal axis. It sets the range of the
// vertical axis only if nothing else does. Where g is NaN or infinite there is a gap.
func (f *Figure) Func(g func(x float64) float64, name string, style ...Style) *Figure {
	if g == nil {
		return f.fail("g", nil, "Func: no function")
	}
	line := f.nextLine(style)
	f.legend.add(entry{name: name, line: line})
	return f.add(&function{g, line})
}

type function struct {
	f    func(float64) float64
	line vector.LineStyle
}

const samples = 512

// sample returns points of the graph along an axis.
func (g *function) sample(along axis) (x, y []float64) {
	for i := range samples + 1 {
		v := along.at(float64(i) / samples)
		x, y = append(x, v), append(y, g.f(v))
	}
	return x, y
}

// curve returns the part of the graph in reach of the axes: a value far
// outside would make a line of absurd length.
func (g *function) curve(p *axes) *polyline {
	x, y := g.sample(p.x)
	far := 10 * (p.y.max - p.y.min)
	for i, v := range y {
		if v > p.y.max+far || v < p.y.min-far {
			y[i] = math.NaN()
		}
	}
	return &polyline{x: x, y: y, line: g.line}
}

func (g *function) plot(c vector.Canvas, p *axes) { g.curve(p).plot(c, p) }

func (g *function) covers(c vector.Canvas, p *axes) []vector.Point { return g.curve(p).covers(c, p) }
