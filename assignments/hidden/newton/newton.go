// Package newton has the hidden checks of the assignment on least squares and
// Newton's method. Their data are drawn from a seed.
package newton

import (
	"fmt"

	"linclass/assignments/checking"
	"linclass/assignments/newton/check"
)

// Checks returns the hidden checks of the answers there are.
func Checks(a check.Answers, seed uint64) []checking.Task {
	var tasks []checking.Task
	if a.LeastSquares != nil {
		tasks = append(tasks, leastSquares(a, seed))
	}
	if a.IRLSStep != nil {
		tasks = append(tasks, irlsStep(a, seed))
	}
	if a.IRLS != nil {
		tasks = append(tasks, irls(a, seed))
	}
	return tasks
}

// noError ends a check if an answer gives up where there is an answer.
func noError(t *checking.Try, call string, err error) {
	t.True(err == nil, call, fmt.Sprintf("the error %q", err), "no error")
}
