// Package descent has the hidden checks of the assignment on descent, the hinge and
// the margin. Their data come from a seed, and a right answer passes with every one.
package descent

import (
	"math"
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/descent/check"
	"linclass/assignments/hidden/draw"
)

// Checks returns the hidden checks of the answers there are.
func Checks(a check.Answers, seed uint64) []checking.Task {
	var tasks []checking.Task
	if a.BatchGrad != nil {
		tasks = append(tasks, batchGradTask(a.BatchGrad, seed))
	}
	if a.Minibatches != nil {
		tasks = append(tasks, minibatchesTask(a.Minibatches, seed))
	}
	if a.HingeLoss != nil {
		tasks = append(tasks, hingeLossTask(a.HingeLoss, seed))
	}
	if a.HingeGrad != nil {
		tasks = append(tasks, hingeGradTask(a.HingeGrad, seed))
	}
	if a.SVMLoss != nil {
		tasks = append(tasks, svmLossTask(a.SVMLoss, seed))
	}
	if a.SVMGrad != nil {
		tasks = append(tasks, svmGradTask(a.SVMGrad, seed))
	}
	return tasks
}

// A place is a line and the points that a loss is measured on.
type place struct {
	w []float64
	b float64
	x [][]float64
	t []float64
}

// scored draws a line and n points with targets that are numbers.
func scored(rng *rand.Rand, n int) place {
	d := 1 + rng.IntN(5)
	p := place{w: draw.Normal(rng, d), b: rng.NormFloat64()}
	for range n {
		p.x, p.t = append(p.x, draw.Normal(rng, d)), append(p.t, 2*rng.NormFloat64())
	}
	return p
}

// classed draws a line and n points of two classes. None is near the kink of the
// hinge.
func classed(rng *rand.Rand, n int) place {
	p := scored(rng, n)
	for i, x := range p.x {
		p.t[i] = float64(2*rng.IntN(2) - 1)
		if math.Abs(1-p.t[i]*p.score(i)) < 0.1 {
			x[0] += 0.5 / p.w[0]
		}
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

// rows are some of the points.
func (p place) rows(from, to int) place {
	p.x, p.t = p.x[from:to], p.t[from:to]
	return p
}

// A slope is a gradient by w and by b.
type slope struct {
	w []float64
	b float64
}

// sum adds up the slopes of the points, each x times factor.
func (p place) sum(factor func(z, t float64) float64) slope {
	s := slope{w: make([]float64, len(p.w))}
	for i, x := range p.x {
		f := factor(p.score(i), p.t[i])
		for j := range x {
			s.w[j] += f * x[j]
		}
		s.b += f
	}
	return s
}

func (s slope) over(n int) slope {
	for j := range s.w {
		s.w[j] /= float64(n)
	}
	s.b /= float64(n)
	return s
}

func (s slope) plus(o slope) slope {
	sum := slope{make([]float64, len(s.w)), s.b + o.b}
	for j := range s.w {
		sum.w[j] = s.w[j] + o.w[j]
	}
	return sum
}

// measure calls a gradient with a copy of the place.
func measure(f func(w []float64, b float64, X [][]float64, t []float64) ([]float64, float64), p place) slope {
	w, b := f(checking.Fresh(p.w), p.b, checking.FreshRows(p.x), checking.Fresh(p.t))
	return slope{w, b}
}
