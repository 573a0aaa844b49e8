// Package check has the open checks of the assignment on measuring and choosing.
package check

import (
	"math/rand/v2"

	"linclass/assignments/checking"
)

// Answers are the functions that the assignment asks for; nil where there is none.
type Answers struct {
	Confusion   func(t, y []int, K int) [][]int
	Rates       func(C [][]int, k int) (precision, recall, f1, specificity, fpr float64)
	KFold       func(n, k int, rng *rand.Rand) [][]int
	Standardize func(train, X [][]float64) [][]float64
	GridSearch  func(X [][]float64, t []int, folds [][]int, lambdas []float64,
		fit func(X [][]float64, t []int, lambda float64) func(x []float64) int) (best float64, scores []float64)
}

// Checks returns the open checks of the answers there are.
func Checks(a Answers) []checking.Task {
	var tasks []checking.Task
	if a.Confusion != nil {
		tasks = append(tasks, confusion(a))
	}
	if a.Rates != nil {
		tasks = append(tasks, rates(a))
	}
	if a.KFold != nil {
		tasks = append(tasks, kFold(a))
	}
	if a.Standardize != nil {
		tasks = append(tasks, standardize(a))
	}
	if a.GridSearch != nil {
		tasks = append(tasks, gridSearch(a))
	}
	return tasks
}
