package plots

import (
	"image/color"
	"math"

	"linclass/plots/internal/vector"
)

// A Density is a named probability density.
type Density struct {
	Name string
	F    func(x float64) float64
}

// Histogram draws how the values x are distributed over bins of equal width, with total
// area 1, and over it densities to compare. If bins ≤ 0, there are 1 + log₂ n bins for n
// values, rounded up (Sturges). It is an error if no value is finite.
func Histogram(x []float64, bins int, densities ...Density) *Figure {
	f := New("x", "density")
	h := &histogram{}
	var span limits
	n := 0
	for _, v := range x {
		if finite(v) {
			span.include(v)
			n++
		}
	}
	if n == 0 {
		return f.fail("x", nil, "Histogram: no finite values among %d", len(x))
	}
	if bins <= 0 {
		bins = int(math.Ceil(1 + math.Log2(float64(n))))
	}
	if bins > 10_000 {
		return f.fail("bins", bins, "Histogram: %d bins; the maximum is 10000", bins)
	}
	h.lo, h.hi = span.lo, span.hi
	if !finite(h.hi - h.lo) {
		return f.fail("x", []float64{h.lo, h.hi}, "Histogram: from %v to %v is beyond the range of float64; divide the values by a constant", h.lo, h.hi)
	}
	h.lo, h.hi = spread(h.lo, h.hi)
	h.density = make([]float64, bins)
	for _, v := range x {
		if finite(v) {
			h.density[h.bin(v)] += 1 / (float64(n) * h.binWidth())
		}
	}
	f.y.zero = true
	f.kind = "Histogram"
	f.legend.add(entry{name: counted(n, "value"), patch: barColor})
	f.add(h)
	for k, d := range densities {
		if d.F == nil {
			return f.fail("Density.F", d.Name, "Histogram: density %q has no function", d.Name)
		}
		line := curveStyle(k, []color.NRGBA{Red, Black, Green, Purple})
		f.legend.add(entry{name: d.Name, line: line})
		f.add(&density{function{d.F, line}, h.lo, h.hi})
	}
	return f
}

// Rug draws a short mark on the horizontal axis for each value.
func (f *Figure) Rug(x []float64) *Figure { return f.add(rug(x)) }

var barColor = mix(Sky, white, 0.35)

type histogram struct {
	lo, hi  float64
	density []float64
}

// bin returns the number of the bin of v. A value on an edge belongs to the bin
// on the right, also where rounding has put it a trace to the left: (2.8 − 2)/0.2
// is not quite 4.
func (h *histogram) bin(v float64) int {
	const trace = 1e-9
	i := (v - h.lo) / (h.hi - h.lo) * float64(len(h.density))
	return min(int(i+trace), len(h.density)-1)
}

func (h *histogram) binWidth() float64 { return (h.hi - h.lo) / float64(len(h.density)) }

func (h *histogram) bar(c vector.Canvas, p *axes, i int) (vector.Rectangle, bool) {
	w := h.binWidth()
	return uprightBar(c, p, h.lo+float64(i)*w, h.lo+float64(i+1)*w, h.density[i])
}

func (h *histogram) plot(c vector.Canvas, p *axes) {
	edge := vector.LineStyle{Color: white, Width: 0.7}
	for i := range h.density {
		if r, ok := h.bar(c, p, i); ok {
			c.SetColor(barColor)
			c.Fill(r.Path())
			c.SetLineStyle(edge)
			c.Stroke(r.Path())
		}
	}
}

func (*histogram) isData() {}

func (h *histogram) bounds(x, y *limits) {
	x.include(h.lo, h.hi)
	y.include(0)
	y.include(h.density...)
}

func (h *histogram) covers(c vector.Canvas, p *axes) []vector.Point {
	var taken []vector.Point
	for i := range h.density {
		if r, ok := h.bar(c, p, i); ok {
			taken = append(taken, coverOf(r)...)
		}
	}
	return taken
}

// A density is a curve that the axes must show between lo and hi.
type density struct {
	function
	lo, hi float64
}

func (d *density) bounds(_, y *limits) {
	_, values := d.sample(axis{min: d.lo, max: d.hi})
	y.include(values...)
}

// A rug is the values themselves.
type rug []float64

func (r rug) plot(c vector.Canvas, p *axes) {
	line := vector.LineStyle{Color: Black, Width: 0.6}
	for _, v := range r {
		u := p.x.norm(v)
		if u >= 0 && u <= 1 {
			c.StrokeLine2(line, c.X(u), c.Min.Y, c.X(u), c.Min.Y+7*pixel)
		}
	}
}

func (r rug) bounds(x, _ *limits) { x.include(r...) }
