package mle

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// outskirts is where the logarithm or logit of a parameter is so large that its
// bound may be meant: e⁻¹² is 6e-6.
const outskirts = 12

// settle pins a parameter whose bound is where l has its maximum, and tells
// whether there was one.
func (c *climber) settle(here *point) bool {
	for a, i := range c.free {
		u := here.u[i]
		if c.ranges[i].isFree() || math.Abs(u) < outskirts || here.shape.g[a]*u <= 0 || !c.fades(here, i) {
			continue
		}
		c.limit[i] = c.ranges[i].limit(u)
		c.pin[i] = here.theta[i]
		if isFinite(c.limit[i]) {
			c.pin[i] = c.nearest(here, i)
		}
		c.free = slices.Delete(slices.Clone(c.free), a, a+1)
		return true
	}
	return false
}

// nearest returns the place nearest to the bound of parameter i at which l is
// not lower than here: the bound itself, unless the density fails there, as
// 0·log 0 does.
func (c *climber) nearest(here *point, i int) float64 {
	u := here.u[i]
	for _, v := range []float64{c.limit[i], c.ranges[i].inside(math.Copysign(far, u)), c.ranges[i].inside(u + math.Copysign(6, u))} {
		c.pin[i] = v
		if l, _ := c.value(here.u); l >= here.l && !math.IsInf(l, 1) {
			return v
		}
	}
	return here.theta[i]
}

// fades reports whether l keeps rising towards the bound of parameter i, but by
// less and less: to a limit that has all but been reached.
func (c *climber) fades(here *point, i int) bool {
	u, sign := slices.Clone(here.u), math.Copysign(1, here.u[i])
	little := 1e-4*min(1, c.n) + 16*here.noise // a density may lose more to rounding than the sum
	var rises []float64
	before := here.l
	for _, t := range []float64{1, 2, 4, 6} {
		u[i] = here.u[i] + sign*t
		l, _ := c.value(u)
		if !(l >= before-little) || math.IsInf(l, 1) {
			return false
		}
		rises = append(rises, l-before)
		before = l
	}
	last := rises[len(rises)-1]
	return last <= 10*little && last <= 0.1*rises[0]+little
}

// released returns a place off the bound of a pinned parameter where l is
// higher, if there is one now that the others have moved, and sets the
// parameter free.
func (c *climber) released(here *point) []float64 {
	for i, pin := range c.pin {
		if math.IsNaN(pin) {
			continue
		}
		u := slices.Clone(here.u)
		u[i] -= math.Copysign(1, u[i])
		c.pin[i] = math.NaN()
		if l, noise := c.value(u); l > here.l+64*(noise+here.noise) {
			c.limit[i] = math.NaN()
			c.free = append(slices.Clone(c.free), i)
			slices.Sort(c.free)
			return u
		}
		c.pin[i] = pin
	}
	return nil
}

// edges says whether the top lies on bounds.
func (c *climber) edges() (Outcome, string) {
	stop := Converged
	var at []string
	for i, pin := range c.pin {
		if math.IsNaN(pin) {
			continue
		}
		at = append(at, fmt.Sprintf("%s = %v", c.names[i], c.limit[i]))
		if math.IsInf(c.limit[i], 0) {
			return Flat, fmt.Sprintf("l rises to a limit as %s goes to %v, and has no maximum before", c.names[i], c.limit[i])
		}
		stop = Boundary
	}
	return stop, strings.Join(at, ", ")
}
