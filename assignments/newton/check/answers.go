// Package check has the open checks of the assignment on least squares and
// Newton's method.
package check

import (
	"fmt"

	"linclass/assignments/checking"
)

// Answers are the functions that the assignment asks for; nil where there is none.
type Answers struct {
	LeastSquares func(X, T [][]float64) (W [][]float64, err error)
	IRLSStep     func(X [][]float64, t, w []float64) ([]float64, error)
	IRLS         func(X [][]float64, t []float64, tol float64, most int) (w []float64, steps int, err error)
}

// Checks returns the open checks of the answers there are.
func Checks(a Answers) []checking.Task {
	var tasks []checking.Task
	if a.LeastSquares != nil {
		tasks = append(tasks, leastSquares(a))
	}
	if a.IRLSStep != nil {
		tasks = append(tasks, irlsStep(a))
	}
	if a.IRLS != nil {
		tasks = append(tasks, irls(a))
	}
	return tasks
}

// noError ends a check if an answer gives up where there is an answer.
func noError(t *checking.Try, call string, err error) {
	t.True(err == nil, call, fmt.Sprintf("the error %q", err), "no error")
}
