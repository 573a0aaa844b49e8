package check

import (
	"math"

	"linclass/assignments/checking"
)

// HingeLoss makes the open checks of HingeLoss and prints what came out.
func HingeLoss(f func(w []float64, b float64, X [][]float64, t []float64) float64) {
	checking.Print(hingeLossTask(f))
}

// HingeGrad makes the open checks of HingeGrad and prints what came out.
func HingeGrad(f func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64)) {
	checking.Print(hingeGradTask(f))
}

// The margins tz: 3 and 2 are enough, 0.25 and −0.5 are not.
var (
	enough = []place{
		{[]float64{2, -1}, 1, [][]float64{{1, 0}}, []float64{1}},
		{[]float64{1, 1}, 0, [][]float64{{-3, 1}}, []float64{-1}},
	}
	short = []place{
		{[]float64{0.5, -1}, 0.25, [][]float64{{2, 1}}, []float64{1}},
		{[]float64{1, 0.5}, -1, [][]float64{{1, 1}}, []float64{-1}},
	}
)

func hingeLossTask(f func(w []float64, b float64, X [][]float64, t []float64) float64) checking.Task {
	return checking.Task{Name: "HingeLoss", Checks: []checking.Check{
		{
			Name:   "is 0 for a point with a margin of 1 or more",
			Hint:   "a loss is never negative",
			Points: 0.25,
			Do: func(t *checking.Try) {
				t.True(measure(f, short[0]) > 0, short[0].call("HingeLoss"), "no loss", "a loss: the margin is less than 1")
				for _, p := range enough {
					t.Number(p.call("HingeLoss"), measure(f, p), 0)
				}
			},
		},
		{
			Name:   "is 1 minus the margin where the margin is below 1",
			Hint:   "max(0, 1 − tz), also for a point that is on the correct side but near the line",
			Points: 0.5,
			Do: func(t *checking.Try) {
				for i, want := range []float64{0.75, 1.5} {
					t.Number(short[i].call("HingeLoss"), measure(f, short[i]), want)
				}
			},
		},
		{
			Name:   "takes the mean over the points",
			Hint:   "1/N: if every point occurs twice, the mean stays the same",
			Points: 0.25,
			Do: func(t *checking.Try) {
				for i, want := range []float64{0.75, 1.5} {
					p := short[i]
					t.Number(p.call("HingeLoss"), measure(f, p), want)
					t.Number(p.twice().call("HingeLoss")+", compared with each point once", measure(f, p.twice()), want)
				}
			},
		},
	}}
}

func hingeGradTask(f func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64)) checking.Task {
	grad := func(p place) slope { return measure(paired(f), p) }
	return checking.Task{Name: "HingeGrad", Checks: []checking.Check{
		{
			Name:   "is 0 where all points have a margin of more than 1",
			Hint:   "on the flat part of the hinge the derivative is 0",
			Points: 0.25,
			Do: func(t *checking.Try) {
				t.True(math.Abs(grad(short[0]).w[0]) > 0, short[0].call("HingeGrad")+", dw[0]", "0", "another number: the margin is less than 1")
				for _, p := range enough {
					t.Numbers(p.call("HingeGrad")+", dw", grad(p).w, []float64{0, 0})
					t.Number(p.call("HingeGrad")+", db", grad(p).b, 0)
				}
			},
		},
		{
			Name:   "falls by tx for each point with a margin of less than 1",
			Hint:   "the derivative of 1 − t(w·x + b) with respect to w",
			Points: 0.25,
			Do: func(t *checking.Try) {
				for i, want := range [][]float64{{-2, -1}, {1, 1}} {
					t.Numbers(short[i].call("HingeGrad")+", dw", grad(short[i]).w, want)
				}
			},
		},
		{
			Name:   "has a derivative with respect to b, too",
			Hint:   "the derivative of 1 − t(w·x + b) with respect to b",
			Points: 0.25,
			Do: func(t *checking.Try) {
				for i, want := range []float64{-1, 1} {
					t.Number(short[i].call("HingeGrad")+", db", grad(short[i]).b, want)
				}
			},
		},
		{
			Name:   "takes the mean over all points, even those without a loss",
			Hint:   "1/N, where N counts every point",
			Points: 0.25,
			Do: func(t *checking.Try) {
				alone, both := short[0], short[0]
				both.x, both.t = [][]float64{alone.x[0], {4, 0}}, []float64{1, 1} // the second has a margin of 2.25
				want := grad(alone).w
				t.True(math.Abs(want[0]) > 0, alone.call("HingeGrad")+", dw[0]", checking.Show(want[0]), "another number: the margin is less than 1")
				for j := range want {
					want[j] /= 2
				}
				t.Numbers(both.call("HingeGrad")+", dw, compared with the first point alone", grad(both).w, want)
			},
		},
	}}
}
