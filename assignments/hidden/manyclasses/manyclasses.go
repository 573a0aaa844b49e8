// Package manyclasses has the hidden checks of the assignment on many classes.
// Their data are drawn from a seed.
package manyclasses

import (
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/manyclasses/check"
)

// Checks returns the hidden checks of the answers there are.
func Checks(a check.Answers, seed uint64) []checking.Task {
	var tasks []checking.Task
	if a.OneVsRest != nil {
		tasks = append(tasks, oneVsRest(a, seed))
	}
	if a.OneVsOne != nil {
		tasks = append(tasks, oneVsOne(a, seed))
	}
	if a.Softmax != nil {
		tasks = append(tasks, softmax(a, seed))
	}
	if a.CrossEntropyGrad != nil {
		tasks = append(tasks, crossEntropyGrad(a, seed))
	}
	if a.FitSoftmax != nil {
		tasks = append(tasks, fitSoftmax(a, seed))
	}
	return tasks
}

// normal returns an n×m matrix of normal numbers.
func normal(rng *rand.Rand, n, m int) [][]float64 {
	A := make([][]float64, n)
	for i := range A {
		A[i] = make([]float64, m)
		for j := range A[i] {
			A[i][j] = rng.NormFloat64()
		}
	}
	return A
}
