// Package likelihood has the hidden checks of the assignment on likelihood and
// logistic regression. Their data come from a seed, and a right answer passes with
// every one.
package likelihood

import (
	"math"
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
	"linclass/assignments/likelihood/check"
)

// Checks returns the hidden checks of the answers there are.
func Checks(a check.Answers, seed uint64) []checking.Task {
	var tasks []checking.Task
	if a.GaussMLE != nil {
		tasks = append(tasks, gaussMLETask(a.GaussMLE, seed))
	}
	if a.Sigmoid != nil {
		tasks = append(tasks, sigmoidTask(a.Sigmoid, seed))
	}
	if a.NLL != nil {
		tasks = append(tasks, nllTask(a.NLL, seed))
	}
	if a.Grad != nil {
		tasks = append(tasks, gradTask(a.Grad, seed))
	}
	if a.Fit != nil {
		tasks = append(tasks, fitTask(a.Fit, seed))
	}
	return tasks
}

// A place is a line and the points that a likelihood is measured on.
type place struct {
	w []float64
	b float64
	x [][]float64
	t []float64
}

// classed draws a line and n points of two classes.
func classed(rng *rand.Rand, n int) place {
	d := 1 + rng.IntN(5)
	p := place{w: draw.Normal(rng, d), b: rng.NormFloat64()}
	for range n {
		p.x, p.t = append(p.x, draw.Normal(rng, d)), append(p.t, float64(rng.IntN(2)))
	}
	return p
}

func (p place) score(i int) float64 {
	z := p.b
	for j, w := range p.w {
		z += w * p.x[i][j]
	}
	return z
}

// only is the place with one of its points.
func (p place) only(i int) place {
	p.x, p.t = p.x[i:i+1], p.t[i:i+1]
	return p
}

func sigmoid(z float64) float64 { return (1 + math.Tanh(z/2)) / 2 }

// loss is −log of the probability of class t at score z.
func loss(z, t float64) float64 { return max(z, 0) - t*z + math.Log1p(math.Exp(-math.Abs(z))) }

// slopes are the gradient by w and by b.
func (p place) slopes() (dw []float64, db float64) {
	dw = make([]float64, len(p.w))
	for i, x := range p.x {
		e := sigmoid(p.score(i)) - p.t[i]
		for j := range x {
			dw[j] += e * x[j]
		}
		db += e
	}
	return dw, db
}
