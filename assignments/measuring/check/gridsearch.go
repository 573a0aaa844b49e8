package check

import (
	"slices"

	"linclass/assignments/checking"
)

// GridSearch makes the open checks of GridSearch and prints what came out.
func GridSearch(f func(X [][]float64, t []int, folds [][]int, lambdas []float64,
	fit func(X [][]float64, t []int, lambda float64) func(x []float64) int) (best float64, scores []float64)) {
	checking.Print(gridSearch(Answers{GridSearch: f}))
}

func gridSearch(a Answers) checking.Task {
	// A learner that learns nothing: it predicts class 1 if λ is above 1, else 0.
	stubborn := func(_ [][]float64, _ []int, lambda float64) func([]float64) int {
		return func([]float64) int {
			if lambda > 1 {
				return 1
			}
			return 0
		}
	}
	search := func(t []int, folds [][]int, lambdas []float64) (best float64, scores []float64) {
		X := make([][]float64, len(t))
		for n := range X {
			X[n] = []float64{float64(n), float64(n * n)}
		}
		for f := range folds {
			folds[f] = slices.Clone(folds[f])
		}
		return a.GridSearch(X, slices.Clone(t), folds, checking.Fresh(lambdas), stubborn)
	}
	const learner = "GridSearch with a learner that predicts 1 if λ > 1, else 0"
	return checking.Task{Name: "GridSearch", Checks: []checking.Check{
		{
			Name: "scores each λ by the mean accuracy over the folds", Points: 0.5,
			Hint: "a prediction of always 0 is right for 2 of 3 samples in one fold and for 0 of 2 in the other: (2/3 + 0)/2, as each fold counts the same",
			Do: func(try *checking.Try) {
				_, scores := search([]int{0, 1, 1, 0, 1}, [][]int{{0, 3, 1}, {4, 2}}, []float64{1, 2})
				try.Numbers(learner+", t = [0 1 1 0 1], folds [0 3 1] and [4 2], λ = 1, 2", scores, []float64{1. / 3, 2. / 3})
			},
		},
		{
			Name: "returns the first of the best λ", Points: 0.5,
			Hint: "with λ = 3 and 2 all is right, with 0.5 and 1 nothing: the first of the best in the order given",
			Do: func(try *checking.Try) {
				best, _ := search([]int{1, 1, 1, 1}, [][]int{{0, 1}, {2, 3}}, []float64{0.5, 3, 2, 1})
				try.Number(learner+", t = [1 1 1 1], λ = 0.5, 3, 2, 1", best, 3)
				best, _ = search([]int{0, 0, 0, 0}, [][]int{{3, 1}, {2, 0}}, []float64{2, 0.5, 1})
				try.Number(learner+", t = [0 0 0 0], λ = 2, 0.5, 1", best, 0.5)
			},
		},
	}}
}
