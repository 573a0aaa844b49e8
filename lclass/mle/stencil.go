package mle

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Central differences over the points −4h, −3h, …, 4h: the weights of the k-th
// pair for the first and the second derivative, exact up to order 8, and for
// comparison up to order 6 (B. Fornberg, Mathematics of Computation 51, 1988).
var (
	first8  = [4]float64{4. / 5, -1. / 5, 4. / 105, -1. / 280}
	first6  = [4]float64{3. / 4, -3. / 20, 1. / 60, 0}
	second8 = [4]float64{8. / 5, -1. / 5, 8. / 315, -1. / 560}
	second6 = [4]float64{3. / 2, -3. / 20, 1. / 90, 0}
)

const (
	reach   = 0.1       // from the middle of the stencil to its ends, in units of the curvature
	spacing = reach / 4 // h
	// rough is the difference between the orders 6 and 8, relative to the
	// second derivative, beyond which l is not smooth.
	rough = 1e-4
)

const epsilon = 1.0 / (1 << 52)

// A shape is what l looks like around a point, per unit of sample weight and
// in natural units: a parameter has moved by one unit where the mean
// log-density has fallen by ½.
type shape struct {
	unit []float64 // in u
	g    []float64
	h    *mat.SymDense
	// rough is where the differences do not settle, because l has kinks or
	// jumps or ends, narrow where it bends on the scale of the rounding of θ.
	rough, narrow []bool
}

// line holds the derivatives along a direction.
type line struct {
	first, second float64
	discord       float64 // the difference between orders 6 and 8, relative to the second derivative
	narrow        bool    // l bends more than is good for the differences
	ends          bool    // l ends next to here
}

// along takes the derivatives of l per weight along the direction d at u,
// where l is l0. It is not ok if l is not finite on both sides.
func (c *climber) along(u, d []float64, l0, noise float64) (v line, ok bool) {
	at := make([]float64, len(u))
	value := func(t float64) float64 {
		for i := range at {
			at[i] = u[i] + t*d[i]
		}
		l, _ := c.value(at)
		return l
	}
	var coarse float64
	for k := range 4 {
		t := spacing * float64(k+1)
		up, down := value(t), value(-t)
		if !isFinite(up) || !isFinite(down) {
			return line{}, false
		}
		v.first += first8[k] * (up - down)
		bend := (up - l0) + (down - l0)
		v.second += second8[k] * bend
		coarse += second6[k] * bend
	}
	v.first /= spacing * c.n
	v.second /= spacing * spacing * c.n
	coarse /= spacing * spacing * c.n
	noise /= spacing * spacing * c.n
	v.discord = discord(v.second, coarse, noise)
	if math.Abs(v.second) <= 4*noise {
		v.second = 0
	}
	return v, true
}

// discord returns how far two orders of the same second derivative are apart,
// 0 if rounding explains it.
func discord(fine, coarse, noise float64) float64 {
	d := math.Abs(fine - coarse)
	if d <= noise {
		return 0
	}
	return d / math.Abs(fine)
}

// rise sets unit i so that the mean log-density bends by about reach² at the
// ends of the stencil, or less where only that makes the differences settle.
// It returns the derivatives along parameter i in that unit. It is not ok if l
// ends or jumps next to u on all scales.
func (c *climber) rise(u []float64, i int, l0, noise float64, unit *float64) (v line, ok bool) {
	least, most := 1000*epsilon*math.Abs(u[i]), math.Inf(1)
	if !c.ranges[i].isFree() { // eᵘ changes on the scale of 1
		least, most = max(least, 1000*epsilon), 1
	}
	ok, ends := c.suit(u, i, l0, noise, unit, least, most)
	if !ok {
		return line{}, false
	}
	ok = false
	d := make([]float64, len(u))
	for {
		d[i] = *unit
		next, finite := c.along(u, d, l0, noise)
		if ok && !(finite && next.discord < v.discord) { // it was better before
			*unit *= 4
			break
		}
		if finite {
			v, ok = next, true
		}
		if (ok && v.discord < 1e-6) || *unit/4 < least {
			break
		}
		*unit /= 4
	}
	v.ends = ends && math.Abs(v.first)*c.n*spacing > 4*noise // or it would be a plain
	v.narrow = *unit == least && math.Abs(v.second) > 4*c.steep(l0)
	return v, ok
}

// steep is what the mean log-density bends by in one unit: 1, unless the climb
// is so far from the top that the mean log-density itself is below −1000.
// There it falls like a power or an exponential, and the unit is one in which
// it changes by a part.
func (c *climber) steep(l0 float64) float64 { return max(1, -l0/c.n/1000) }

// suit finds the unit by the bend of l alone, between least and most. It is
// not ok if l is finite on both sides for none, and ends if l does not bend, but
// is no longer finite a little farther.
func (c *climber) suit(u []float64, i int, l0, noise float64, unit *float64, least, most float64) (ok, ends bool) {
	at := slices.Clone(u)
	bend := func() float64 {
		at[i] = u[i] + reach**unit
		up, _ := c.value(at)
		at[i] = u[i] - reach**unit
		down, _ := c.value(at)
		return math.Abs((up-l0)+(down-l0)) / c.n
	}
	first := *unit
	for range 60 {
		*unit = min(max(*unit, least), most)
		b := bend()
		fit := reach * math.Sqrt(c.steep(l0)/b)
		switch {
		case !isFinite(b):
			if *unit/4 < least {
				return false, true
			}
			most, ends = *unit/4, true
			continue
		case b < 100*noise/c.n:
			fit = 10
		}
		switch {
		case fit > 1 && *unit == most:
			return true, ends
		case fit > 0.5 && fit < 2, fit < 1 && *unit == least:
			return true, false
		}
		*unit *= min(100, max(0.01, fit))
	}
	// Flat on all scales.
	*unit = min(max(first, least), most)
	return isFinite(bend()), ends
}

// shape takes the derivatives of l at u for the parameters that are free, in
// units near those given.
func (c *climber) shape(u, unit []float64, l0, noise float64) (s shape, end int) {
	n := len(c.free)
	s = shape{unit: slices.Clone(unit), g: make([]float64, n), h: mat.NewSymDense(n, nil), rough: make([]bool, n), narrow: make([]bool, n)}
	for a, i := range c.free {
		v, ok := c.rise(u, i, l0, noise, &s.unit[i])
		if !ok {
			return s, i
		}
		s.g[a] = v.first
		s.rough[a], s.narrow[a] = v.discord > rough || v.ends, v.narrow
		s.h.SetSym(a, a, v.second)
	}
	if c.gradient != nil {
		c.differentiate(u, noise, &s)
		return s, -1
	}
	d := make([]float64, len(u))
	for a, i := range c.free {
		for b, j := range c.free[:a] {
			clear(d)
			scale := math.Sqrt2
			v, ok := line{}, false
			for !ok {
				d[i], d[j] = s.unit[i]/scale, s.unit[j]/scale
				if v, ok = c.along(u, d, l0, noise); !ok {
					scale *= 4
				}
				if scale > 1e12 {
					return s, i
				}
			}
			s.h.SetSym(a, b, (v.second*scale*scale-s.h.At(a, a)-s.h.At(b, b))/2)
		}
	}
	return s, -1
}

// differentiate replaces the differences of l by the gradient and its
// differences.
func (c *climber) differentiate(u []float64, noise float64, s *shape) {
	n := len(c.free)
	slopes := func(u []float64) []float64 {
		g := c.slopes(u)
		for a, i := range c.free {
			g[a] = g[i] * s.unit[i] / c.n
		}
		return g[:n]
	}
	copy(s.g, slopes(u))
	rows := mat.NewDense(n, n, nil)
	at := slices.Clone(u)
	for a, i := range c.free {
		coarse := 0.0
		for k := range 4 {
			t := spacing * float64(k+1) * s.unit[i]
			at[i] = u[i] + t
			up := slopes(at)
			at[i] = u[i] - t
			down := slopes(at)
			for b := range up {
				rows.Set(a, b, rows.At(a, b)+first8[k]*(up[b]-down[b])/spacing)
			}
			coarse += first6[k] * (up[a] - down[a]) / spacing
		}
		at[i] = u[i]
		s.rough[a] = discord(rows.At(a, a), coarse, noise/(spacing*c.n)) > rough
	}
	for a := range n {
		for b := range a + 1 {
			s.h.SetSym(a, b, (rows.At(a, b)+rows.At(b, a))/2)
		}
	}
}
