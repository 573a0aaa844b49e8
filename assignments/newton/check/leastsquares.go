package check

import (
	"fmt"

	"linclass/assignments/checking"
)

// LeastSquares makes the open checks of LeastSquares and prints what came out.
func LeastSquares(f func(X, T [][]float64) ([][]float64, error)) {
	checking.Print(leastSquares(Answers{LeastSquares: f}))
}

func leastSquares(a Answers) checking.Task {
	want := func(t *checking.Try, X, T, W [][]float64) {
		call := fmt.Sprintf("LeastSquares(%s, %s)", checking.Show(X), checking.Show(T))
		got, err := a.LeastSquares(checking.FreshRows(X), checking.FreshRows(T))
		noError(t, call, err)
		t.Rows(call, got, W)
	}
	return checking.Task{Name: "LeastSquares", Checks: []checking.Check{
		{
			Name: "finds the line that the points lie on", Points: 1,
			Hint: "these targets are 1 + 2x exactly: bias 1, weight 2",
			Do: func(t *checking.Try) {
				want(t, [][]float64{{0}, {1}, {2}}, [][]float64{{1}, {3}, {5}}, [][]float64{{1, 2}})
			},
		},
		{
			Name: "finds the best line where none fits", Points: 1,
			Hint: "the mean of the targets is 1, so the line goes through (1, 1)",
			Do: func(t *checking.Try) {
				want(t, [][]float64{{0}, {1}, {2}}, [][]float64{{0}, {0}, {3}}, [][]float64{{-0.5, 1.5}})
			},
		},
		{
			Name: "has a row of W for each target, the bias first", Points: 1,
			Hint: "the columns of T are 1 + 2x₁ + 3x₂ and −1 + ½x₁; W has 2 rows of 3",
			Do: func(t *checking.Try) {
				want(t, [][]float64{{0, 0}, {1, 0}, {0, 1}, {2, 3}, {1, -1}},
					[][]float64{{1, -1}, {3, -0.5}, {4, -1}, {14, 0}, {0, -0.5}},
					[][]float64{{1, 2, 3}, {-1, 0.5, 0}})
			},
		},
	}}
}
