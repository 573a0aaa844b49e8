package descent

import (
	"fmt"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

func hinge(z, t float64) float64 { return max(0, 1-t*z) }

func hingeSlope(z, t float64) float64 {
	if t*z < 1 {
		return -t
	}
	return 0
}

func hingeLossTask(f func(w []float64, b float64, X [][]float64, t []float64) float64, seed uint64) checking.Task {
	loss := func(p place) float64 {
		return f(checking.Fresh(p.w), p.b, checking.FreshRows(p.x), checking.Fresh(p.t))
	}
	return checking.Task{Name: "HingeLoss", Checks: []checking.Check{
		{
			Name:   "has the shape of a hinge",
			Hint:   "a straight line down to a margin of 1, then flat",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 10)
				for range 30 {
					p := classed(rng, 1)
					t.Number(fmt.Sprintf("the loss of a point of class %g and score %s", p.t[0], checking.Show(p.score(0))), loss(p), hinge(p.score(0), p.t[0]))
				}
			},
		},
		{
			Name:   "is 1 before the line has learnt anything",
			Hint:   "with w = 0 and b = 0 every margin is 0; a loss of 0 there would leave nothing to learn",
			Points: 0.25,
			Do: func(t *checking.Try) {
				p := classed(draw.Numbers(seed, 11), 1)
				p.w, p.b = make([]float64, len(p.w)), 0
				t.Number("the loss of one point with w = 0, b = 0", loss(p), 1)
				p.b = p.t[0] / 2
				t.Number("the loss of one point with w = 0, b = t/2", loss(p), 0.5)
			},
		},
		{
			Name:   "is the mean of the losses of the points",
			Hint:   "divide by the number of all points, including those without a loss",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng, spread := draw.Numbers(seed, 12), 0.0
				for range 5 {
					p, sum := classed(rng, 2+rng.IntN(20)), 0.0
					var alone []float64
					for i := range p.x {
						alone = append(alone, loss(p.rows(i, i+1)))
						sum += alone[i]
					}
					spread = max(spread, checking.Spread(alone))
					t.Number(fmt.Sprintf("the loss of %d points, compared with the mean of each alone", len(p.x)), loss(p), sum/float64(len(p.x)))
				}
				t.True(spread > 0, "the losses of points", "all the same", "different ones")
			},
		},
	}}
}

func hingeGradTask(f func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64), seed uint64) checking.Task {
	return checking.Task{Name: "HingeGrad", Checks: []checking.Check{
		{
			Name:   "is the derivative of the hinge with respect to w",
			Hint:   "a point counts while its margin is below 1, not only while it is on the wrong side",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 13)
				for range 30 {
					p := classed(rng, 1)
					t.Numbers(fmt.Sprintf("dw of a point of class %g and score %s", p.t[0], checking.Show(p.score(0))), measure(f, p).w, p.sum(hingeSlope).w)
				}
			},
		},
		{
			Name:   "is the derivative of the hinge with respect to b",
			Hint:   "as if b were the weight of an input that is always 1",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 14)
				for range 30 {
					p := classed(rng, 1)
					t.Number(fmt.Sprintf("db of a point of class %g and score %s", p.t[0], checking.Show(p.score(0))), measure(f, p).b, p.sum(hingeSlope).b)
				}
			},
		},
		{
			Name:   "is the mean of the gradients of the points",
			Hint:   "divide by the number of all points, including those without a loss",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng, spread := draw.Numbers(seed, 15), 0.0
				for range 5 {
					p := classed(rng, 2+rng.IntN(20))
					mean := slope{w: make([]float64, len(p.w))}
					var first []float64
					for i := range p.x {
						alone := measure(f, p.rows(i, i+1))
						mean, first = mean.plus(alone), append(first, alone.w[0])
					}
					spread = max(spread, checking.Spread(first))
					t.Numbers(fmt.Sprintf("dw of %d points, compared with the mean of each alone", len(p.x)), measure(f, p).w, mean.over(len(p.x)).w)
				}
				t.True(spread > 0, "dw of points", "all the same", "different ones")
			},
		},
	}}
}
