package mle

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	epsilon = 1.0 / (1 << 52)
	reach   = 0.1 // how far differences go, in natural units
	// bent is the least curvature, relative to the largest, that is not taken
	// for the rounding of differences.
	bent = 1e-8
	// rough is the difference between two estimates of a curvature, relative to
	// it, beyond which l is not smooth.
	rough = 1e-4
)

// Central differences over nine points, exact up to order 8, and for comparison
// over seven, up to order 6 (B. Fornberg, Mathematics of Computation 51, 1988).
// gonum's own formulas, up to order 2, cost half of the digits of the standard
// errors.
var (
	first8  = formula(1, 4./5, -1./5, 4./105, -1./280)
	second8 = formula(2, 8./5, -1./5, 8./315, -1./560)
	second6 = formula(2, 3./2, -3./20, 1./90)
)

// formula returns the one with these weights at the distances 1, 2, … on either
// side, for a function that is 0 in the middle.
func formula(derivative int, weights ...float64) fd.Formula {
	f := fd.Formula{Derivative: derivative, Step: reach / 4}
	for k, w := range weights {
		opposite := w
		if derivative == 1 {
			opposite = -w
		}
		f.Stencil = append(f.Stencil, fd.Point{Loc: float64(k + 1), Coeff: w}, fd.Point{Loc: -float64(k + 1), Coeff: opposite})
	}
	return f
}

// What follows is what gonum/diff/fd leaves to its callers: the step of its
// differences. One for all parameters and units of measure is wrong for most:
// with it, a sample in other units has other standard errors
// (TestDensityScales), and a kink looks like a curvature (TestLaplaceIsKinked).

// A point is a step of the fit, with the derivatives of the mean log-density in natural
// units: a parameter has moved by one unit where the mean log-density has fallen by ½.
type point struct {
	u, theta []float64
	l, noise float64   // noise is what rounding may have changed in l
	gradient []float64 // ∂l/∂θ
	unit     []float64 // in u
	blocked  int       // the parameter next to which l ends on both sides, or −1
	narrow   int       // the parameter along which l bends on the scale of rounding, or −1
	kinks    []int     // the parameters along which the differences do not settle
	// Along axis k, a column, the slope is slope[k] and the curvature −bend[k],
	// least bend first. There are none if the derivatives are not finite.
	bend, slope []float64
	axes        mat.Dense
}

// look takes the derivatives of l at u, in units near those given.
func (p *problem) look(u, unit []float64) *point {
	n := len(p.free)
	h := &point{u: u, theta: p.theta(u), unit: slices.Clone(unit), gradient: make([]float64, len(u)), blocked: -1, narrow: -1}
	if h.l, h.noise = p.value(u); n == 0 || !isFinite(h.l) {
		return h
	}
	g, bend := make([]float64, n), mat.NewSymDense(n, nil)
	for a, i := range p.free {
		second, ok := p.suit(h, i)
		if !ok {
			h.blocked = i
			return h
		}
		bend.SetSym(a, a, -second)
	}
	p.differentiate(h, g, bend)
	for a, i := range p.free {
		h.gradient[i] = g[a] * p.n / h.unit[i] / p.ranges[i].slope(u[i])
	}
	var eigen mat.EigenSym
	if !isFinite(mat.Sum(bend)) || !isFinite(floats.Sum(g)) || !eigen.Factorize(bend, true) {
		return h
	}
	h.bend, h.slope = eigen.Values(nil), make([]float64, n)
	eigen.VectorsTo(&h.axes)
	mat.NewVecDense(n, h.slope).MulVec(h.axes.T(), mat.NewVecDense(n, g))
	for k, s := range h.slope {
		if math.Abs(h.bend[k]) <= h.flat() && math.Abs(s) <= bent {
			h.slope[k] = 0 // on a plain there is nowhere to go
		}
	}
	return h
}

// along returns by how much the mean log-density exceeds the one at h, t times
// the direction d away. It remembers its values.
func (p *problem) along(h *point, d []float64) func(t float64) float64 {
	known := map[float64]float64{}
	return func(t float64) float64 {
		if _, ok := known[t]; !ok {
			l, _ := p.value(floats.AddScaledTo(make([]float64, len(d)), h.u, t, d))
			known[t] = (l - h.l) / p.n
		}
		return known[t]
	}
}

// axis returns the direction of parameter i with a length.
func (h *point) axis(i int, length float64) []float64 {
	d := make([]float64, len(h.u))
	d[i] = length
	return d
}

// suit sets the unit of parameter i so that the mean log-density bends by about
// reach² at the ends of the differences, or less where only that makes them
// settle. It returns the second derivative in that unit. It is not ok if l ends
// or jumps next to h on all scales.
func (p *problem) suit(h *point, i int) (second float64, ok bool) {
	unit, ends, least, most := h.unit[i], false, 1000*epsilon*math.Abs(h.u[i]), math.Inf(1)
	if !p.ranges[i].isFree() { // eᵘ changes on the scale of 1
		least, most = max(least, 1000*epsilon), 1
	}
	// Far from a maximum, with a mean log-density below −1000, l falls like a power
	// or an exponential, and the unit is one in which it changes by a part.
	steep := max(1, -h.l/p.n/1000)
	for try := 0; ; try++ {
		unit = min(max(unit, least), most)
		if try == 60 { // flat on all scales
			unit = min(max(h.unit[i], least), most)
			break
		}
		f := p.along(h, h.axis(i, unit))
		bend := math.Abs(f(reach) + f(-reach))
		fit := reach * math.Sqrt(steep/bend)
		if !isFinite(bend) {
			if most, ends = unit/4, true; most < least {
				return 0, false
			}
			unit = most
			continue
		} else if bend < 100*p.noise(h, f) {
			fit = 10
		}
		if fit > 0.5 && fit < 2 || fit < 1 && unit == least || fit > 1 && unit == most {
			ends = ends && fit > 1
			break
		}
		unit *= min(100, max(0.01, fit))
	}
	best, first := math.Inf(1), 0.0
	for ; unit >= least && best >= 1e-6; unit /= 4 {
		f := p.along(h, h.axis(i, unit))
		bend, discord := p.curvature(h, f)
		if discord >= best { // it was better before
			break
		}
		if isFinite(bend) {
			best, second, h.unit[i] = discord, bend, unit
			first = fd.Derivative(f, 0, &fd.Settings{Formula: first8})
		}
	}
	if best > rough || ends && math.Abs(first)*reach > 16*h.noise/p.n {
		h.kinks = append(h.kinks, i)
	}
	if h.unit[i] < 4*least && math.Abs(second) > 4*steep {
		h.narrow = i
	}
	return second, !math.IsInf(best, 1)
}

// noise returns what rounding may have changed in f.
func (p *problem) noise(h *point, f func(t float64) float64) float64 {
	return h.noise/p.n + epsilon*(math.Abs(f(reach))+math.Abs(f(-reach)))
}

// curvature returns the second derivative of f at 0, and how far the two orders
// of it are apart, relative to it: 0 if rounding explains it.
func (p *problem) curvature(h *point, f func(t float64) float64) (second, discord float64) {
	second = fd.Derivative(f, 0, &fd.Settings{Formula: second8})
	diff, noise := math.Abs(second-fd.Derivative(f, 0, &fd.Settings{Formula: second6})), p.noise(h, f)*16/(reach*reach)
	if diff > noise {
		discord = diff / math.Abs(second)
	}
	if math.Abs(second) <= 4*noise {
		second = 0
	}
	return second, discord
}

// differentiate stores the gradient of the mean log-density and completes the
// matrix of curvatures: from Density.Gradient, or else from differences along
// the axes and the diagonals between them.
func (p *problem) differentiate(h *point, g []float64, bend *mat.SymDense) {
	n := len(g)
	if p.Gradient != nil {
		rows, here := mat.NewDense(n, n, nil), make([]float64, n)
		p.slopes(h)(g, here)
		fd.Jacobian(rows, p.slopes(h), here, &fd.JacobianSettings{Formula: first8})
		for a := range n {
			for b := range a + 1 {
				bend.SetSym(a, b, -(rows.At(a, b)+rows.At(b, a))/2)
			}
		}
		return
	}
	for a, i := range p.free {
		g[a] = fd.Derivative(p.along(h, h.axis(i, h.unit[i])), 0, &fd.Settings{Formula: first8})
		for b, j := range p.free[:a] {
			second := math.NaN()
			for scale := math.Sqrt2; scale < 1e12 && !isFinite(second); scale *= 4 {
				d := h.axis(i, h.unit[i]/scale)
				d[j] = h.unit[j] / scale
				second, _ = p.curvature(h, p.along(h, d))
				second *= scale * scale
			}
			if !isFinite(second) {
				h.blocked = i
			}
			bend.SetSym(a, b, (-second-bend.At(a, a)-bend.At(b, b))/2)
		}
	}
}

// slopes returns the gradient of the mean log-density v natural units away from
// h, from Density.Gradient.
func (p *problem) slopes(h *point) func(y, v []float64) {
	return func(y, v []float64) {
		u := p.move(h, v)
		theta, g, sum := p.theta(u), make([]float64, len(u)), make([]float64, len(u))
		for i, x := range p.x {
			if s := p.weight(i); s != 0 {
				p.Gradient(g, theta, x)
				floats.AddScaled(sum, s, g)
			}
		}
		for a, i := range p.free {
			y[a] = sum[i] * p.ranges[i].slope(u[i]) * h.unit[i] / p.n
		}
	}
}

// matrix returns Σ f(bend, slope) vvᵀ over the axes v.
func (h *point) matrix(f func(bend, slope float64) float64) *mat.SymDense {
	m := mat.NewSymDense(len(h.bend), nil)
	for k, bend := range h.bend {
		m.SymRankOne(m, f(bend, h.slope[k]), h.axes.ColView(k))
	}
	return m
}

// flat is the greatest bend that may be none.
func (h *point) flat() float64 {
	return bent * max(math.Abs(h.bend[0]), math.Abs(h.bend[len(h.bend)-1]))
}

// toTop returns how far the maximum is away, in standard errors: √(n g·(−H)⁻¹·g).
// Axes along which l is flat do not count; those that slope without end, or bend
// upwards, make it infinite.
func (p *problem) toTop(h *point) float64 {
	var squares float64
	for k, s := range h.slope {
		switch {
		case h.bend[k] > h.flat():
			squares += s * s / h.bend[k]
		case s != 0 || h.bend[k] < -h.flat():
			return math.Inf(1)
		}
	}
	return math.Sqrt(p.n * squares)
}
