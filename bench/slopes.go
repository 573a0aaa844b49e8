package main

import (
	"math"

	"linclass/lclass"
)

// slopes returns L of the weights W and b, and the largest slope that is left: |∂L|
// of b, |∂L| of a weight that is not 0, and for one that is 0 what of its slope
// exceeds λρ, which the corner of L1 holds. At the least loss all of them are 0, by
// the conditions of Karush, Kuhn and Tucker. The targets are numbers if d has no
// classes, else the classes. It is written apart from the code that is measured.
func slopes(d *lclass.Data, targets []float64, p lclass.Penalty, w [][]float64, b []float64) (value, slope float64) {
	n, k := float64(d.N()), len(b)
	gradient, bias := make([][]float64, k), make([]float64, k)
	for c := range gradient {
		gradient[c] = make([]float64, d.D())
	}
	z, r := make([]float64, k), make([]float64, k)
	for i := range d.N() {
		copy(z, b)
		for j, v := range d.NonZero(i) {
			for c := range z {
				z[c] += w[c][j] * v
			}
		}
		value += residuals(r, z, targets[i], d.K() == 0) / n
		for c, v := range r {
			bias[c] += v / n
		}
		for j, v := range d.NonZero(i) {
			for c, r := range r {
				gradient[c][j] += r * v / n
			}
		}
	}
	for c := range k {
		slope = math.Max(slope, math.Abs(bias[c]))
		for j, g := range gradient[c] {
			v := w[c][j]
			value += p.Lambda * (p.Ratio*math.Abs(v) + (1-p.Ratio)/2*v*v)
			g += p.Lambda * (1 - p.Ratio) * v
			corner := p.Lambda * p.Ratio
			if v != 0 {
				slope = math.Max(slope, math.Abs(g+math.Copysign(corner, v)))
			} else {
				slope = math.Max(slope, math.Abs(g)-corner)
			}
		}
	}
	return value, slope
}

// residuals returns the loss of one sample and puts its slopes by the scores z into
// r.
func residuals(r, z []float64, target float64, numbers bool) float64 {
	if numbers {
		r[0] = z[0] - target
		return r[0] * r[0] / 2
	}
	t := int(target)
	if len(z) == 1 {
		r[0] = 1/(1+math.Exp(-z[0])) - target
		return logLoss(z, t)
	}
	loss := logLoss(z, t)
	for c := range z {
		r[c] = math.Exp(z[c] - z[t] - loss)
	}
	r[t]--
	return loss
}
