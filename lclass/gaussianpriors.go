package lclass

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// setPriors takes the given priors, or the shares of the classes.
func (g *gaussians) setPriors(priors map[string]float64) error {
	var names []string
	var sum float64
	for k := range g.classes {
		c := &g.classes[k]
		c.prior = c.weight
		names = append(names, c.name)
		if priors != nil {
			p, ok := priors[c.name]
			if !ok {
				return fmt.Errorf("lclass: Priors has no prior for class %q; name all classes, or give none", c.name)
			}
			if !(p > 0) || math.IsInf(p, 0) {
				return fmt.Errorf("lclass: the prior of class %q is %v; it must be a positive number", c.name, p)
			}
			c.prior = p
		}
		sum += c.prior
	}
	for _, name := range slices.Sorted(maps.Keys(priors)) {
		if !slices.Contains(names, name) {
			return fmt.Errorf("lclass: Priors names class %q, which does not occur; the data have %s", name, abbreviate(names))
		}
	}
	for k := range g.classes {
		g.classes[k].prior /= sum
	}
	return nil
}
