// Package perceptron has the hidden checks of the assignment on the neuron and the
// perceptron. Their data come from a seed, and a right answer passes with every one.
package perceptron

import (
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/perceptron/check"
)

// Checks returns the hidden checks of the answers there are.
func Checks(a check.Answers, seed uint64) []checking.Task {
	var tasks []checking.Task
	if a.Score != nil {
		tasks = append(tasks, scoreTask(a.Score, seed))
	}
	if a.Step != nil {
		tasks = append(tasks, stepTask(a.Step, seed))
	}
	if a.Train != nil {
		tasks = append(tasks, trainTask(a.Train, seed))
	}
	if a.ANDTable != nil {
		tasks = append(tasks, andTableTask(a.ANDTable, seed))
	}
	return tasks
}

// vector draws eighths between −2 and 2. Sums and products of them are exact, in
// whatever order they are taken, and so is the sign of a score.
func vector(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(rng.IntN(33)-16) / 8
	}
	return v
}

func dot(a, b []float64) float64 {
	var sum float64
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func class(rng *rand.Rand) float64 { return float64(2*rng.IntN(2) - 1) }
