package check

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
)

// Fit makes the open checks of Fit and prints what came out.
func Fit(f func(X [][]float64, t []float64, eta float64, steps int) (w []float64, b float64)) {
	checking.Print(fitTask(f))
}

func fitTask(f func(X [][]float64, t []float64, eta float64, steps int) (w []float64, b float64)) checking.Task {
	fit := func(p place, eta float64, steps int) ([]float64, float64) {
		return f(checking.FreshRows(p.x), checking.Fresh(p.t), eta, steps)
	}
	call := func(p place, eta float64, steps int) string {
		return fmt.Sprintf("Fit(%s, %s, %g, %d)", checking.Show(p.x), checking.Show(p.t), eta, steps)
	}
	one := place{x: [][]float64{{1, -2}}, t: []float64{1}}
	return checking.Task{Name: "Fit", Checks: []checking.Check{
		{
			Name:   "makes its first step from w = 0, b = 0",
			Hint:   "there all probabilities are ½; a step goes down, against the gradient",
			Points: 0.5,
			Do: func(t *checking.Try) {
				w, b := fit(one, 0.5, 1)
				t.Numbers(call(one, 0.5, 1)+", w", w, []float64{0.25, -0.5})
				t.Number(call(one, 0.5, 1)+", b", b, 0.25)
			},
		},
		{
			Name:   "makes the given number of steps",
			Hint:   "each step begins where the last one ended",
			Points: 0.5,
			Do: func(t *checking.Try) {
				// After the first step the score is 0.25 + 1 + 0.25, and Δb is η(1 − σ(1.5)).
				w, b := fit(one, 0.5, 2)
				d := 0.5 / (1 + math.Exp(1.5))
				t.Numbers(call(one, 0.5, 2)+", w", w, []float64{0.25 + d, -0.5 - 2*d})
				t.Number(call(one, 0.5, 2)+", b", b, 0.25+d)
			},
		},
		{
			Name:   "divides the gradient by the number of points",
			Hint:   "with the mean, the same η fits any number of points: every point twice changes nothing",
			Points: 0.5,
			Do: func(t *checking.Try) {
				w, b := fit(one, 0.5, 3)
				t.True(len(w) == 2 && math.Abs(w[1]) > math.Abs(w[0]), call(one, 0.5, 3)+", w", checking.Show(w), "a multiple of x = [1 -2]")
				w2, b2 := fit(one.twice(), 0.5, 3)
				t.Same(call(one.twice(), 0.5, 3)+", w, as for the point alone", w2, w)
				t.Same(call(one.twice(), 0.5, 3)+", b, as for the point alone", []float64{b2}, []float64{b})
			},
		},
	}}
}
