// Package measuring has the hidden checks of the assignment on measuring and
// choosing. Their data are drawn from a seed.
package measuring

import (
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/measuring/check"
)

// Checks returns the hidden checks of the answers there are.
func Checks(a check.Answers, seed uint64) []checking.Task {
	var tasks []checking.Task
	if a.Confusion != nil {
		tasks = append(tasks, confusion(a, seed))
	}
	if a.Rates != nil {
		tasks = append(tasks, rates(a, seed))
	}
	if a.KFold != nil {
		tasks = append(tasks, kFold(a, seed))
	}
	if a.Standardize != nil {
		tasks = append(tasks, standardize(a, seed))
	}
	if a.GridSearch != nil {
		tasks = append(tasks, gridSearch(a, seed))
	}
	return tasks
}

// features returns n×d numbers, each column on a scale of its own.
func features(rng *rand.Rand, n, d int) [][]float64 {
	X := make([][]float64, n)
	for i := range X {
		X[i] = make([]float64, d)
		for j := range X[i] {
			X[i][j] = 10*float64(j) + float64(j+1)*rng.NormFloat64()
		}
	}
	return X
}
