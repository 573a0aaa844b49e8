package lclass

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"linclass/lclass/internal/rows"
)

// moments finds mean and standard deviation of a class. Its values can be far
// smaller than the unit, so that it takes units of its own for the squares.
func (g *gaussians) moments(c *gaussianClass) {
	x, weight := g.samples(c)
	p := len(g.kept)
	low, high := rows.NewDense(len(weight), p, x).Range()
	unit := make([]float64, p)
	for j := range unit {
		unit[j] = powerOfTwo(math.Max(math.Abs(low[j]), math.Abs(high[j])))
	}
	for i := range x {
		x[i] /= unit[i%p]
	}
	c.mean, c.std = rows.MomentsUntil(rows.NewDense(len(weight), p, x), moderate(weight), g.data.stop())
	for j, u := range unit {
		c.mean[j] *= u
		c.std[j] *= u
	}
}

// samples returns the kept features of the samples of a class, in units, and
// their weights.
func (g *gaussians) samples(c *gaussianClass) (x, weight []float64) {
	p := len(g.kept)
	x = make([]float64, len(c.rows)*p)
	weight = make([]float64, len(c.rows))
	row := make([]float64, g.data.D())
	for i, r := range c.rows {
		if i%rows.Block == 0 && g.data.Err() != nil {
			break
		}
		g.data.x.Row(row, r)
		for a, j := range g.kept {
			x[i*p+a] = row[j] / g.unit[a]
		}
		weight[i] = g.weight[r]
	}
	return x, weight
}

// spread returns the maximum likelihood standard deviation of each kept feature
// over all samples, in units.
func (g *gaussians) spread() []float64 {
	mean, std := make([]float64, len(g.kept)), make([]float64, len(g.kept))
	for _, c := range g.classes {
		floats.AddScaled(mean, c.weight/g.total, c.mean)
	}
	for _, c := range g.classes {
		for j, s := range c.std {
			std[j] = math.Hypot(std[j], math.Sqrt(c.weight/g.total)*math.Hypot(s, c.mean[j]-mean[j]))
		}
	}
	return std
}

// unbiased returns n_k/(n_k−1).
func (c *gaussianClass) unbiased() (float64, error) {
	if c.weight <= 1 {
		return 0, fmt.Errorf("lclass: the samples of class %q weigh %.6g together; an Unbiased covariance takes more than one sample", c.name, c.weight)
	}
	return c.weight / (c.weight - 1), nil
}

// powerOfTwo returns the power of two at or just below v > 0, and 1 for 0.
func powerOfTwo(v float64) float64 {
	if v == 0 {
		return 1
	}
	_, exponent := math.Frexp(v)
	return math.Ldexp(1, exponent-1)
}
