package check

import (
	"fmt"
	"slices"

	"linclass/assignments/checking"
)

// OneVsRest makes the open checks of OneVsRest and prints what came out.
func OneVsRest(f func(X [][]float64, t []int, K int,
	fit func(X [][]float64, t []float64) (w []float64, b float64)) (W [][]float64, b []float64)) {
	checking.Print(oneVsRest(Answers{OneVsRest: f}))
}

func oneVsRest(a Answers) checking.Task {
	X, t := [][]float64{{1}, {2}, {3}, {4}, {5}}, []int{0, 2, 0, 1, 0}
	call := fmt.Sprintf("OneVsRest(%s, %v, 3, fit)", checking.Show(X), t)
	return checking.Task{Name: "OneVsRest", Checks: []checking.Check{
		{
			Name: "gives each class the target 1 once, and the rest 0", Points: 1,
			Hint: "for class 2 the targets are 0 1 0 0 0; this fit returns its targets as weights",
			Do: func(try *checking.Try) {
				echo := func(_ [][]float64, t []float64) ([]float64, float64) { return slices.Clone(t), 0 }
				W, _ := a.OneVsRest(checking.FreshRows(X), slices.Clone(t), 3, echo)
				try.Rows(call+", where fit returns its targets as weights, W", W,
					[][]float64{{1, 0, 1, 0, 1}, {0, 0, 0, 1, 0}, {0, 1, 0, 0, 0}})
			},
		},
		{
			Name: "keeps what learner k returns in row k", Points: 1,
			Hint: "W[k] and b[k] come from the learner whose target is 1 for class k",
			Do: func(try *checking.Try) {
				count := func(_ [][]float64, t []float64) ([]float64, float64) {
					ones := 0.
					for _, v := range t {
						if v == 1 {
							ones++
						}
					}
					return []float64{-ones}, ones
				}
				W, b := a.OneVsRest(checking.FreshRows(X), slices.Clone(t), 3, count)
				const what = ", where fit returns how often its target is 1, "
				try.Numbers(call+what+"b", b, []float64{3, 1, 1})
				try.Rows(call+what+"with a minus as the weight, W", W, [][]float64{{-3}, {-1}, {-1}})
			},
		},
	}}
}
