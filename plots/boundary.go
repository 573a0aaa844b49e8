package plots

import (
	"math"

	"linclass/plots/internal/vector"
)

// Line draws the decision boundary w·x + b = 0 of two features from edge to edge of the
// axes, which it does not change. Each further line has another colour and dash pattern.
// If w is 0 or the boundary lies outside the axes, nothing is drawn. For one feature the
// boundary is the vertical line at −b/w. More features and logarithmic axes are errors.
func (f *Figure) Line(w []float64, b float64, name string, style ...Style) *Figure {
	if len(w) != 1 && len(w) != 2 {
		return f.fail("w", len(w), "Line: the boundary of %d features is not a line in a plane; give the weights of two", len(w))
	}
	if f.x.log || f.y.log {
		return f.curved()
	}
	w = append(w[:len(w):len(w)], 0)[:2]
	line := f.nextLine(style)
	f.legend.add(entry{name: name, line: line})
	return f.add(newBoundary(w, b, line))
}

// curved is the error of a boundary on logarithmic axes.
func (f *Figure) curved() *Figure {
	return f.fail("axes", "logarithmic", "Line: a boundary is not a straight line on logarithmic axes")
}

// nextLine returns the style of the next line over data.
func (f *Figure) nextLine(style []Style) vector.LineStyle {
	line := styled(curveStyle(f.lines, lineColors), style)
	f.lines++
	return line
}

// HLine draws a horizontal line at y, such as a baseline.
func (f *Figure) HLine(y float64, name string, style ...Style) *Figure {
	return f.reference(horizontal, y, name, style)
}

// VLine draws a vertical line at x, such as a threshold.
func (f *Figure) VLine(x float64, name string, style ...Style) *Figure {
	return f.reference(vertical, x, name, style)
}

func (f *Figure) reference(of func(float64, vector.LineStyle) *reference, at float64, name string, style []Style) *Figure {
	line := styled(vector.LineStyle{Color: Grey, Width: 1.2, Dashes: dashes[1]}, style)
	f.legend.add(entry{name: name, line: line})
	return f.add(of(at, line))
}

// A straight line runs from edge to edge of the axes.
type straight struct {
	line vector.LineStyle
	ends func(c vector.Canvas, p *axes) (from, to vector.Point, ok bool) // false if it lies outside
}

func (l *straight) plot(c vector.Canvas, p *axes) {
	if from, to, ok := l.ends(c, p); ok {
		c.StrokeLines(l.line, []vector.Point{from, to})
	}
}

func (l *straight) covers(c vector.Canvas, p *axes) []vector.Point {
	from, to, ok := l.ends(c, p)
	if !ok {
		return nil
	}
	return between(from, to)
}

// A boundary is the line w·x + b = 0.
type boundary struct{ straight }

func newBoundary(w []float64, b float64, line vector.LineStyle) *boundary {
	return &boundary{straight{line, func(c vector.Canvas, p *axes) (from, to vector.Point, ok bool) {
		x0, y0, x1, y1, ok := clip(w, b, p.x.min, p.x.max, p.y.min, p.y.max)
		if ok {
			from, _ = place(c, p, x0, y0)
			to, _ = place(c, p, x1, y1)
		}
		return from, to, ok
	}}}
}

// A reference is a horizontal or vertical line that the axes must show. It
// works on logarithmic axes too.
type reference struct {
	straight
	grow func(x, y *limits)
}

func (r *reference) bounds(x, y *limits) { r.grow(x, y) }

func horizontal(y float64, line vector.LineStyle) *reference {
	return &reference{straight{line, func(c vector.Canvas, p *axes) (from, to vector.Point, ok bool) {
		u := p.y.norm(y)
		return vector.Point{X: c.Max.X, Y: c.Y(u)}, vector.Point{X: c.Min.X, Y: c.Y(u)}, u >= 0 && u <= 1
	}}, func(_, l *limits) { l.include(y) }}
}

func vertical(x float64, line vector.LineStyle) *reference {
	return &reference{straight{line, func(c vector.Canvas, p *axes) (from, to vector.Point, ok bool) {
		u := p.x.norm(x)
		return vector.Point{X: c.X(u), Y: c.Min.Y}, vector.Point{X: c.X(u), Y: c.Max.Y}, u >= 0 && u <= 1
	}}, func(l, _ *limits) { l.include(x) }}
}

// clip returns the ends of the part of w·x + b = 0 that lies in the rectangle
// [xlo, xhi] × [ylo, yhi], and false if there is none.
func clip(w []float64, b, xlo, xhi, ylo, yhi float64) (x0, y0, x1, y1 float64, ok bool) {
	// In the coordinates u, v of the unit square the line is αu + βv + γ = 0.
	α, β := w[0]*(xhi-xlo), w[1]*(yhi-ylo)
	γ := b + w[0]*xlo + w[1]*ylo
	size := math.Max(math.Abs(α), math.Abs(β))
	if !(size > 0) || math.IsInf(size, 0) || !finite(γ) {
		return 0, 0, 0, 0, false
	}
	α, β, γ = α/size, β/size, γ/size
	norm := α*α + β*β
	// From its point closest to the middle of the square the line runs along
	// (−β, α); each side of the square cuts off what is beyond.
	d := (α/2 + β/2 + γ) / norm
	u, v := 0.5-α*d, 0.5-β*d
	lo, hi := math.Inf(-1), math.Inf(1)
	for _, side := range [][2]float64{{u, -β}, {v, α}} {
		at, along := side[0], side[1]
		if along == 0 {
			if at < 0 || at > 1 {
				return 0, 0, 0, 0, false
			}
			continue
		}
		s, t := -at/along, (1-at)/along
		lo, hi = math.Max(lo, math.Min(s, t)), math.Min(hi, math.Max(s, t))
	}
	if !(lo < hi) {
		return 0, 0, 0, 0, false
	}
	x := func(t float64) float64 { return xlo + (u-β*t)*(xhi-xlo) }
	y := func(t float64) float64 { return ylo + (v+α*t)*(yhi-ylo) }
	return x(lo), y(lo), x(hi), y(hi), true
}
