// Package check has the open checks of the assignment on likelihood and logistic
// regression. Students run them in the notebook.
package check

import (
	"fmt"

	"linclass/assignments/checking"
)

// Answers are the functions that the assignment asks for; nil where there is none.
type Answers struct {
	GaussMLE func(x []float64) (mu, variance float64)
	Sigmoid  func(z float64) float64
	NLL      func(w []float64, b float64, X [][]float64, t []float64) float64
	Grad     func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64)
	Fit      func(X [][]float64, t []float64, eta float64, steps int) (w []float64, b float64)
}

// Checks returns the open checks of the answers there are.
func Checks(a Answers) []checking.Task {
	var tasks []checking.Task
	if a.GaussMLE != nil {
		tasks = append(tasks, gaussMLETask(a.GaussMLE))
	}
	if a.Sigmoid != nil {
		tasks = append(tasks, sigmoidTask(a.Sigmoid))
	}
	if a.NLL != nil {
		tasks = append(tasks, nllTask(a.NLL))
	}
	if a.Grad != nil {
		tasks = append(tasks, gradTask(a.Grad))
	}
	if a.Fit != nil {
		tasks = append(tasks, fitTask(a.Fit))
	}
	return tasks
}

// A place is a line and the points that a likelihood is measured on.
type place struct {
	w []float64
	b float64
	x [][]float64
	t []float64
}

func (p place) call(function string) string {
	return fmt.Sprintf("%s(%s, %g, %s, %s)", function, checking.Show(p.w), p.b, checking.Show(p.x), checking.Show(p.t))
}

// twice has every point twice, which doubles a sum.
func (p place) twice() place {
	p.x, p.t = append(checking.FreshRows(p.x), p.x...), append(checking.Fresh(p.t), p.t...)
	return p
}
