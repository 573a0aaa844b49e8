package check

import (
	"fmt"

	"linclass/assignments/checking"
)

// Score makes the open checks of Score and prints what came out.
func Score(f func(w []float64, b float64, x []float64) float64) { checking.Print(scoreTask(f)) }

func scoreTask(f func(w []float64, b float64, x []float64) float64) checking.Task {
	score := func(t *checking.Try, w []float64, b float64, x []float64, want float64) {
		what := fmt.Sprintf("Score(%s, %g, %s)", checking.Show(w), b, checking.Show(x))
		t.Number(what, f(checking.Fresh(w), b, checking.Fresh(x)), want)
	}
	return checking.Task{Name: "Score", Checks: []checking.Check{
		{
			Name:   "multiplies each input by its weight and adds up",
			Hint:   "w₁x₁ + w₂x₂ + …, for as many features as there are",
			Points: 0.5,
			Do: func(t *checking.Try) {
				score(t, []float64{2}, 0, []float64{3}, 6)
				score(t, []float64{1, 2}, 0, []float64{3, -1}, 1)
				score(t, []float64{1, 2, 3, 4}, 0, []float64{1, 1, 1, 0.5}, 8)
			},
		},
		{
			Name:   "adds the bias",
			Hint:   "b is added once, whatever x is",
			Points: 0.5,
			Do: func(t *checking.Try) {
				t.Varies("Score([1 2], 0.5, x) for x = [0 0] and x = [3 3]",
					f([]float64{1, 2}, 0.5, []float64{0, 0}), f([]float64{1, 2}, 0.5, []float64{3, 3}))
				score(t, []float64{1, 2}, 0.5, []float64{0, 0}, 0.5)
				score(t, []float64{1, 2, 3}, -4, []float64{0, 0, 0}, -4)
			},
		},
	}}
}
