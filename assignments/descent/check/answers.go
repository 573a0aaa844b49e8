// Package check has the open checks of the assignment on descent, the hinge and
// the margin. Students run them in the notebook.
package check

import (
	"fmt"
	"math/rand/v2"

	"linclass/assignments/checking"
)

// Answers are the functions that the assignment asks for; nil where there is none.
type Answers struct {
	BatchGrad   func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64)
	Minibatches func(n, k int, rng *rand.Rand) [][]int
	HingeLoss   func(w []float64, b float64, X [][]float64, t []float64) float64
	HingeGrad   func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64)
	SVMLoss     func(scores []float64, y int) float64
	SVMGrad     func(scores []float64, y int) []float64
}

// Checks returns the open checks of the answers there are.
func Checks(a Answers) []checking.Task {
	var tasks []checking.Task
	if a.BatchGrad != nil {
		tasks = append(tasks, batchGradTask(a.BatchGrad))
	}
	if a.Minibatches != nil {
		tasks = append(tasks, minibatchesTask(a.Minibatches))
	}
	if a.HingeLoss != nil {
		tasks = append(tasks, hingeLossTask(a.HingeLoss))
	}
	if a.HingeGrad != nil {
		tasks = append(tasks, hingeGradTask(a.HingeGrad))
	}
	if a.SVMLoss != nil {
		tasks = append(tasks, svmLossTask(a.SVMLoss))
	}
	if a.SVMGrad != nil {
		tasks = append(tasks, svmGradTask(a.SVMGrad))
	}
	return tasks
}

// A place is a line and the points that a loss is measured on.
type place struct {
	w []float64
	b float64
	x [][]float64
	t []float64
}

func (p place) call(function string) string {
	return fmt.Sprintf("%s(%s, %g, %s, %s)", function, checking.Show(p.w), p.b, checking.Show(p.x), checking.Show(p.t))
}

// twice has every point twice, which changes no mean.
func (p place) twice() place {
	p.x, p.t = append(checking.FreshRows(p.x), p.x...), append(checking.Fresh(p.t), p.t...)
	return p
}

// measure calls a loss or a gradient with a copy of the place.
func measure[R any](f func(w []float64, b float64, X [][]float64, t []float64) R, p place) R {
	return f(checking.Fresh(p.w), p.b, checking.FreshRows(p.x), checking.Fresh(p.t))
}

// A slope is a gradient by w and by b.
type slope struct {
	w []float64
	b float64
}

// paired makes one result of the two of a gradient.
func paired(f func(w []float64, b float64, X [][]float64, t []float64) ([]float64, float64)) func(w []float64, b float64, X [][]float64, t []float64) slope {
	return func(w []float64, b float64, X [][]float64, t []float64) slope {
		dw, db := f(w, b, X, t)
		return slope{dw, db}
	}
}
