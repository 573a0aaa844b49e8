// Package check has the open checks of the assignment on many classes.
package check

import "linclass/assignments/checking"

// Answers are the functions that the assignment asks for; nil where there is none.
type Answers struct {
	OneVsRest func(X [][]float64, t []int, K int,
		fit func(X [][]float64, t []float64) (w []float64, b float64)) (W [][]float64, b []float64)
	OneVsOne         func(z []float64, K int) int
	Softmax          func(z []float64) []float64
	CrossEntropyGrad func(W [][]float64, b []float64, X [][]float64, t []int) (loss float64, dW [][]float64, db []float64)
	FitSoftmax       func(X [][]float64, t []int, K int, eta float64, epochs int) (W [][]float64, b, losses []float64)
}

// Checks returns the open checks of the answers there are.
func Checks(a Answers) []checking.Task {
	var tasks []checking.Task
	if a.OneVsRest != nil {
		tasks = append(tasks, oneVsRest(a))
	}
	if a.OneVsOne != nil {
		tasks = append(tasks, oneVsOne(a))
	}
	if a.Softmax != nil {
		tasks = append(tasks, softmax(a))
	}
	if a.CrossEntropyGrad != nil {
		tasks = append(tasks, crossEntropyGrad(a))
	}
	if a.FitSoftmax != nil {
		tasks = append(tasks, fitSoftmax(a))
	}
	return tasks
}
