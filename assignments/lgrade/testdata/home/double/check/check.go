// Package check has the open checks of the assignment that the tests of lgrade use.
package check

import (
	"math"

	"linclass/assignments/checking"
)

// Answers are the functions that the assignment asks for; nil where there is none.
type Answers struct {
	Double func(x float64) float64
	Sum    func(x []float64) float64
}

// Double makes the open checks of Double and prints what came out.
func Double(f func(x float64) float64) { checking.Print(double(f)) }

// Sum makes the open checks of Sum and prints what came out.
func Sum(f func(x []float64) float64) { checking.Print(sum(f)) }

// Checks returns the open checks of the answers there are.
func Checks(a Answers) []checking.Task {
	var tasks []checking.Task
	if a.Double != nil {
		tasks = append(tasks, double(a.Double))
	}
	if a.Sum != nil {
		tasks = append(tasks, sum(a.Sum))
	}
	return tasks
}

func double(f func(x float64) float64) checking.Task {
	return checking.Task{Name: "Double", Checks: []checking.Check{
		{Name: "doubles 2", Points: 1, Do: func(t *checking.Try) { t.Number("Double(2)", f(2), 4) }},
		{Name: "doubles -Inf", Hint: "0·(-Inf) is NaN", Points: 1, Do: func(t *checking.Try) {
			t.Number("Double(-Inf)", f(math.Inf(-1)), math.Inf(-1))
		}},
	}}
}

func sum(f func(x []float64) float64) checking.Task {
	return checking.Task{Name: "Sum", Checks: []checking.Check{
		{Name: "adds three numbers", Points: 1, Do: func(t *checking.Try) { t.Number("Sum([1 2 3])", f([]float64{1, 2, 3}), 6) }},
	}}
}
