package mle

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// top decides what here is, where the climb has come to rest. If that is not
// the end it returns where to go on.
func (c *climber) top(here *point) (next point, err error) {
	if i := slices.Index(here.shape.narrow, true); i >= 0 {
		return next, fmt.Errorf("%w: it narrows on %s = %v down to the rounding of float64; if the sample itself is that narrow, subtract its mean", ErrUnbounded, c.names[c.free[i]], here.theta[c.free[i]])
	}
	exhausted := here.iteration >= c.maxIter
	if u := c.released(here); u != nil && !exhausted {
		return c.look(u, here.shape.unit), nil
	}
	if slices.Contains(here.shape.rough, true) {
		var names []string
		for a, i := range c.free {
			if here.shape.rough[a] {
				names = append(names, c.names[i])
			}
		}
		c.search(here)
		here.finish(Corner, fmt.Sprintf("along %s it ends here, has a kink or a jump, or Log is short of digits", strings.Join(names, ", ")))
		return next, nil
	}
	if here.end { // unfinished, or stuck
		return next, nil
	}
	if here.hill != nil {
		u, axis := c.around(here)
		if axis >= 0 {
			here.finish(Flat, fmt.Sprintf("along %s it is the same, or rises so slowly that no digit of it changes; fix a parameter, or collect other data", c.direction(here, axis)))
			return next, nil
		}
		if u != nil && !exhausted {
			return c.look(u, here.shape.unit), nil
		}
	}
	here.finish(c.edges())
	return next, nil
}

// around looks one natural unit away from here, both ways along each axis of
// the hill. It returns the axis along which l is not lower, or −1, or a place
// where l is higher: then this was not the top, or that of a smaller hill.
func (c *climber) around(here *point) (u []float64, axis int) {
	for k, bend := range here.hill.bend {
		if bend <= here.hill.flat() {
			return nil, k
		}
		for _, sign := range []float64{1, -1} {
			along := make([]float64, len(c.free))
			along[k] = sign / math.Sqrt(bend)
			there, _ := c.move(here, here.hill.turn(along))
			l, noise := c.value(there)
			switch noise = 64 * (noise + here.noise); {
			case l > here.l+noise:
				return there, -1
			case l >= here.l-noise:
				return nil, k
			}
		}
	}
	return nil, -1
}

// direction names the parameters that change along an axis of the hill.
func (c *climber) direction(here *point, axis int) string {
	var names []string
	for a, i := range c.free {
		if math.Abs(here.hill.axes.At(a, axis)) > 0.1 {
			names = append(names, c.names[i])
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return "a common change of " + strings.Join(names, ", ")
}
