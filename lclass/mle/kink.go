package mle

import (
	"fmt"
	"slices"
)

// stuck ends the climb where no step along the gradient leads upwards.
func (c *climber) stuck(here *point, left float64) {
	c.search(here)
	here.finish(Corner, fmt.Sprintf("no step raises it any more, but its slope says that the top is %.2g standard errors away; it has a kink or a jump here, or Log is short of digits", left))
}

// search goes on without derivatives: up and down along each parameter, in
// strides half as long whenever none of them leads upwards (compass search:
// Kolda, Lewis and Torczon 2003).
func (c *climber) search(here *point) {
	u, best := slices.Clone(here.u), here.l
	stride := reach
	for round := 0; round < 2000 && stride > 1e-12; round++ {
		before := best
		for _, i := range c.free {
			for _, sign := range []float64{1, -1} {
				v := u[i]
				u[i] += sign * stride * here.shape.unit[i]
				if l, _ := c.value(u); l > best && isFinite(l) {
					best = l
					break
				}
				u[i] = v
			}
		}
		if best <= before+here.noise {
			stride /= 2
		}
	}
	here.u, here.theta, here.l = u, c.theta(u), best
}
