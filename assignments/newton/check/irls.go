package check

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
)

// IRLS makes the open checks of IRLS and prints what came out.
func IRLS(f func(X [][]float64, t []float64, tol float64, most int) ([]float64, int, error)) {
	checking.Print(irls(Answers{IRLS: f}))
}

func irls(a Answers) checking.Task {
	call := func(X [][]float64, t []float64) string {
		return fmt.Sprintf("IRLS(%s, %s, 1e-8, 20)", checking.Show(X), checking.Show(t))
	}
	run := func(try *checking.Try, X [][]float64, t []float64) ([]float64, int) {
		w, steps, err := a.IRLS(checking.FreshRows(X), checking.Fresh(t), 1e-8, 20)
		noError(try, call(X, t), err)
		return w, steps
	}
	// Of the samples at −1 one in four is 1, of those at 1 two in three.
	groups := [][]float64{{-1}, {-1}, {-1}, {-1}, {1}, {1}, {1}}
	shares := []float64{1, 0, 0, 0, 1, 1, 0}
	balanced := [][]float64{{-1}, {-1}, {1}, {1}}
	return checking.Task{Name: "IRLS", Checks: []checking.Check{
		{
			Name: "finds the weights with the least error", Points: 1,
			Hint: "at x = −1 a share of 1/4 has t = 1, at x = 1 a share of 2/3: the best σ(w·φ) are these shares",
			Do: func(try *checking.Try) {
				w, _ := run(try, groups, shares)
				try.NearAll(call(groups, shares)+", weights", w,
					[]float64{(math.Log(2) - math.Log(3)) / 2, (math.Log(2) + math.Log(3)) / 2}, 1e-6)
			},
		},
		{
			Name: "counts its steps", Points: 1,
			Hint: "check the gradient before each step: if it is already 0, make no step",
			Do: func(try *checking.Try) {
				t := []float64{0, 1, 0, 1}
				w, steps := run(try, balanced, t)
				try.Equal(call(balanced, t)+", steps", steps, 0)
				try.Numbers(call(balanced, t)+", weights", w, []float64{0, 0})
				_, steps = run(try, groups, shares)
				try.Equal(call(groups, shares)+", steps", steps, 4)
			},
		},
		{
			Name: "returns an error for separated classes, and for no others", Points: 1,
			Hint: "once each sample is on its correct side of the line, longer weights always lower the error: there is no minimum",
			Do: func(try *checking.Try) {
				for _, most := range []int{5, 60} {
					_, _, err := a.IRLS([][]float64{{-2}, {-1}, {1}, {2}}, []float64{0, 0, 1, 1}, 1e-8, most)
					try.True(err != nil, fmt.Sprintf("IRLS([[-2] [-1] [1] [2]], [0 0 1 1], 1e-8, %d)", most), "no error", "an error")
				}
				run(try, balanced, []float64{0, 1, 0, 1})
			},
		},
	}}
}
