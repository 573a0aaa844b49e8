// Package check has the open checks of the assignment on the neuron and the
// perceptron. Students run them in the notebook.
package check

import (
	"math/rand/v2"

	"linclass/assignments/checking"
)

// Answers are the functions that the assignment asks for; nil where there is none.
type Answers struct {
	Score    func(w []float64, b float64, x []float64) float64
	Step     func(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64)
	Train    func(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int)
	ANDTable func(w1, w2, theta int) [][]int
}

// Checks returns the open checks of the answers there are.
func Checks(a Answers) []checking.Task {
	var tasks []checking.Task
	if a.Score != nil {
		tasks = append(tasks, scoreTask(a.Score))
	}
	if a.Step != nil {
		tasks = append(tasks, stepTask(a.Step))
	}
	if a.Train != nil {
		tasks = append(tasks, trainTask(a.Train))
	}
	if a.ANDTable != nil {
		tasks = append(tasks, andTableTask(a.ANDTable))
	}
	return tasks
}
