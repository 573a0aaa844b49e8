package mle

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// A climber goes up the likelihood of a sample, in the numbers u that its
// ranges make of the parameters θ.
type climber struct {
	at       func(theta ...float64) Distribution
	gradient func(g, theta []float64, x float64) // nil: by differences
	x, s     []float64                           // s nil: all 1
	ranges   []span
	names    []string
	tol      float64
	maxIter  int

	n    float64 // Σs
	free []int   // the parameters that are not pinned
	// pin has those that are, because l rises towards a bound of theirs, next
	// to that bound; NaN for the others. limit has the bounds.
	pin, limit []float64
}

// A point is a step of the climb; the last one has an end.
type point struct {
	iteration int
	u, theta  []float64
	gradient  []float64 // ∂l/∂θ
	l, noise  float64
	shape     shape
	hill      *quadratic

	end  bool
	stop Outcome
	note string
}

func (c *climber) setDefaults() {
	if c.tol == 0 {
		c.tol = 1e-8
	}
	if c.maxIter == 0 {
		c.maxIter = 500
	}
	c.n = float64(len(c.x))
	if c.s != nil {
		c.n = 0
		for _, s := range c.s {
			c.n += s
		}
	}
	for i := range c.ranges {
		c.free = append(c.free, i)
		c.pin, c.limit = append(c.pin, math.NaN()), append(c.limit, math.NaN())
	}
}

// checkStart reports whether the sample is possible at the start, and the
// gradient the one of the density.
func (c *climber) checkStart(start []float64) error {
	f := c.at(start...)
	for i, x := range c.x {
		if c.s != nil && c.s[i] == 0 {
			continue
		}
		switch l := f.LogDensity(x); {
		case math.IsInf(l, 1):
			return fmt.Errorf("%w: value %d of the sample, %v, has an infinite density at the start %v", ErrUnbounded, i, x, start)
		case !isFinite(l):
			return fmt.Errorf("mle: value %d of the sample, %v, has the log-density %v at the start %v; begin where all values are possible, or leave out those that never are", i, x, l, start)
		}
	}
	u := c.outside(start)
	l0, noise := c.value(u)
	if !isFinite(l0) {
		return fmt.Errorf("mle: the log-likelihood at the start %v is %v, beyond the range of float64; begin nearer to the sample", start, l0)
	}
	if c.gradient == nil {
		return nil
	}
	given := c.slopes(u)
	for i := range u {
		unit := math.Max(1, math.Abs(u[i]))
		v, ok := c.rise(u, i, l0, noise, &unit)
		if diff := given[i]*unit/c.n - v.first; ok && !(math.Abs(diff) <= 1e-4*(1+math.Abs(v.first))) {
			per := c.ranges[i].slope(u[i])
			return fmt.Errorf("mle: Density.Gradient is not that of Log: at the start ∂l/∂%s is %.6g, but differences of l give %.6g", c.names[i], given[i]/per, v.first*c.n/unit/per)
		}
	}
	return nil
}

func (c *climber) outside(theta []float64) []float64 {
	u := make([]float64, len(theta))
	for i, v := range theta {
		u[i] = c.ranges[i].outside(v)
	}
	return u
}

func (c *climber) theta(u []float64) []float64 {
	theta := make([]float64, len(u))
	for i, v := range u {
		theta[i] = c.ranges[i].inside(v)
		if !math.IsNaN(c.pin[i]) {
			theta[i] = c.pin[i]
		}
	}
	return theta
}

// value returns l at u, −Inf where it is NaN, and by how much rounding may have
// changed it.
func (c *climber) value(u []float64) (l, noise float64) {
	f := c.at(c.theta(u)...)
	var rest float64 // what the sum has lost to rounding (Neumaier)
	for i, x := range c.x {
		v := 0.0
		switch {
		case c.s == nil:
			v = f.LogDensity(x)
		case c.s[i] > 0:
			v = c.s[i] * f.LogDensity(x)
		}
		sum := l + v
		if math.Abs(l) >= math.Abs(v) {
			rest += (l - sum) + v
		} else {
			rest += (v - sum) + l
		}
		l = sum
		noise += epsilon * math.Abs(v)
	}
	switch {
	case math.IsNaN(l):
		return math.Inf(-1), 0
	case math.IsInf(l, 0):
		return l, 0
	}
	return l + rest, noise
}

// slopes returns ∂l/∂u by the gradient that was given.
func (c *climber) slopes(u []float64) []float64 {
	theta, g, sum := c.theta(u), make([]float64, len(u)), make([]float64, len(u))
	for i, x := range c.x {
		s := 1.0
		if c.s != nil {
			s = c.s[i]
		}
		if s == 0 {
			continue
		}
		c.gradient(g, theta, x)
		for j, v := range g {
			sum[j] += s * v
		}
	}
	for j := range sum {
		sum[j] *= c.ranges[j].slope(u[j])
	}
	return sum
}

// climb iterates over the start and the steps from there to the top.
func (c *climber) climb(start []float64) iter.Seq2[point, error] {
	return func(yield func(point, error) bool) {
		u := c.outside(start)
		unit := make([]float64, len(u))
		for i, v := range u {
			unit[i] = max(1, math.Abs(v))
		}
		here, radius := c.look(u, unit), 10.0
		for {
			var next point
			if !here.end {
				var err error
				if next, radius, err = c.step(&here, radius); err != nil {
					yield(point{}, err)
					return
				}
			}
			if !yield(here, nil) || here.end {
				return
			}
			next.iteration = here.iteration + 1
			here = next
		}
	}
}

// look takes the derivatives at u.
func (c *climber) look(u, unit []float64) point {
	p := point{u: u, theta: c.theta(u), gradient: make([]float64, len(u)), shape: shape{unit: unit}}
	p.l, p.noise = c.value(u)
	if len(c.free) == 0 {
		return p
	}
	var blocked int
	p.shape, blocked = c.shape(u, unit, p.l, p.noise)
	if blocked >= 0 {
		p.finish(Corner, fmt.Sprintf("it ends or jumps at %s = %v; if that is the edge of the range of %[1]s, give it as a bound", c.names[blocked], p.theta[blocked]))
		return p
	}
	for a, i := range c.free {
		p.gradient[i] = p.shape.g[a] * c.n / p.shape.unit[i] / c.ranges[i].slope(u[i])
	}
	if p.hill = newQuadratic(p.shape.g, p.shape.h); p.hill == nil {
		p.finish(NotConverged, fmt.Sprintf("l has no finite derivatives at %v", p.theta))
	}
	return p
}

func (p *point) finish(stop Outcome, note string) { p.end, p.stop, p.note = true, stop, note }

// far is where the logarithm or logit of a parameter has left the numbers that
// mean something.
const far = 400

// step goes to the next point, or finds that here is the end.
func (c *climber) step(here *point, radius float64) (point, float64, error) {
	if c.settle(here) {
		return c.look(here.u, here.shape.unit), radius, nil
	}
	for _, i := range c.free {
		if !c.ranges[i].isFree() && math.Abs(here.u[i]) > far {
			return point{}, 0, fmt.Errorf("%w: l = %.6g and still rising at %s = %v", ErrUnbounded, here.l, c.names[i], here.theta[i])
		}
	}
	left := c.left(here)
	if here.iteration >= c.maxIter && left > c.tol {
		here.finish(NotConverged, fmt.Sprintf("%d steps were not enough; start nearer to the top, or raise MaxIter", c.maxIter))
	}
	if left <= c.tol || here.end {
		next, err := c.top(here)
		return next, radius, err
	}
	for range 60 {
		p, gain := here.hill.best(radius)
		gain *= c.n
		u, length := c.move(here, p)
		l, _ := c.value(u)
		if math.IsInf(l, 1) {
			return point{}, 0, fmt.Errorf("%w: l is infinite at %v", ErrUnbounded, c.theta(u))
		}
		if gain <= 8*here.noise && here.hill.isRound() {
			// l is flat to the last digit, but its slope still counts.
			next := c.look(u, here.shape.unit)
			if next.end || c.left(&next) > left/2 || next.l < here.l-64*here.noise {
				if left > 1e-3 {
					c.stuck(here, left)
				}
				next, err := c.top(here)
				return next, radius, err
			}
			return next, radius, nil
		}
		ratio := (l - here.l) / gain
		switch {
		case ratio > 0.75 && length > 0.9*radius:
			radius *= 4
		case !(ratio > 0.25):
			radius = length / 4
		}
		if ratio > 1e-4 {
			return c.look(u, here.shape.unit), radius, nil
		}
	}
	c.stuck(here, left)
	next, err := c.top(here)
	return next, radius, err
}

// left returns how far the top is away, in standard errors.
func (c *climber) left(p *point) float64 {
	if p.hill == nil {
		return 0
	}
	return math.Sqrt(c.n) * p.hill.toTop()
}

// move goes p natural units away from here.
func (c *climber) move(here *point, p []float64) (u []float64, length float64) {
	u = slices.Clone(here.u)
	for a, i := range c.free {
		u[i] += p[a] * here.shape.unit[i]
		length = math.Hypot(length, p[a])
	}
	return u, length
}
