package plots

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Func draws the curve y = g(x) over the whole horizontal axis. It changes
// the axes only if nothing else says how high they are. Where g is NaN or
// infinite there is a gap.
func (f *Figure) Func(g func(x float64) float64, name string, style ...Style) *Figure {
	line := f.nextLine(style)
	f.legend.add(entry{name: name, line: line})
	return f.add(&function{g, line})
}

type function struct {
	f    func(float64) float64
	line draw.LineStyle
}

const samples = 512

func (g *function) sample(lo, hi float64) (x, y []float64) {
	for i := range samples + 1 {
		v := lo + (hi-lo)*float64(i)/samples
		x, y = append(x, v), append(y, g.f(v))
	}
	return x, y
}

// curve returns the part of the graph in reach of the axes: a value far
// outside would make a line of absurd length.
func (g *function) curve(p *plot.Plot) *polyline {
	x, y := g.sample(p.X.Min, p.X.Max)
	far := 10 * (p.Y.Max - p.Y.Min)
	for i, v := range y {
		if v > p.Y.Max+far || v < p.Y.Min-far {
			y[i] = math.NaN()
		}
	}
	return &polyline{x: x, y: y, line: g.line}
}

func (g *function) Plot(c draw.Canvas, p *plot.Plot) { g.curve(p).Plot(c, p) }

func (g *function) bounds(_, _ *limits) {}

func (g *function) covers(c draw.Canvas, p *plot.Plot) []vg.Point { return g.curve(p).covers(c, p) }
