package check

import (
	"math"

	"linclass/assignments/checking"
)

// Softmax makes the open checks of Softmax and prints what came out.
func Softmax(f func(z []float64) []float64) { checking.Print(softmax(Answers{Softmax: f})) }

func softmax(a Answers) checking.Task {
	want := func(try *checking.Try, what string, z, y []float64) {
		try.Numbers(what, a.Softmax(checking.Fresh(z)), y)
	}
	return checking.Task{Name: "Softmax", Checks: []checking.Check{{
		Name: "gives each class its share of the sum of all eᶻ", Points: 1,
		Hint: "e to these scores is 1, 2, 3 and 4, and their sum is 10",
		Do: func(try *checking.Try) {
			want(try, "Softmax([log 1, log 2, log 3, log 4])",
				[]float64{0, math.Log(2), math.Log(3), math.Log(4)}, []float64{0.1, 0.2, 0.3, 0.4})
			want(try, "Softmax([0 0])", []float64{0, 0}, []float64{0.5, 0.5})
		},
	}}}
}
