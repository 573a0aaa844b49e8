package check

import (
	"fmt"
	"math"
	"slices"

	"linclass/assignments/checking"
)

// CrossEntropyGrad makes the open checks of CrossEntropyGrad and prints what came out.
func CrossEntropyGrad(f func(W [][]float64, b []float64, X [][]float64, t []int) (loss float64, dW [][]float64, db []float64)) {
	checking.Print(crossEntropyGrad(Answers{CrossEntropyGrad: f}))
}

func crossEntropyGrad(a Answers) checking.Task {
	ln2, ln3 := math.Log(2), math.Log(3)
	grad := func(W [][]float64, b []float64, X [][]float64, t []int) (call string, loss float64, dW [][]float64, db []float64) {
		loss, dW, db = a.CrossEntropyGrad(checking.FreshRows(W), checking.Fresh(b), checking.FreshRows(X), slices.Clone(t))
		return fmt.Sprintf("CrossEntropyGrad(%s, %s, %s, %v)", checking.Show(W), checking.Show(b), checking.Show(X), t), loss, dW, db
	}
	zeros := [][]float64{{0, 0}, {0, 0}, {0, 0}}
	return checking.Task{Name: "CrossEntropyGrad", Checks: []checking.Check{
		{
			Name: "has the loss log K where all scores are 0", Points: 1,
			Hint: "all three probabilities are 1/3, and −log(1/3) = log 3 for each sample",
			Do: func(try *checking.Try) {
				call, loss, _, _ := grad(zeros, []float64{0, 0, 0}, [][]float64{{1, 2}, {3, 4}}, []int{0, 2})
				try.Number(call+", loss", loss, ln3)
			},
		},
		{
			Name: "has the gradient (y − t) xᵀ for one sample", Points: 1,
			Hint: "the probabilities are 1/6, 1/3, 1/2 and the target is 0 1 0",
			Do: func(try *checking.Try) {
				W := [][]float64{{0, 0}, {ln2, 0}, {0, 0}}
				call, _, dW, db := grad(W, []float64{0, 0, ln3}, [][]float64{{1, -3}}, []int{1})
				try.Numbers(call+", db", db, []float64{1. / 6, -2. / 3, 1. / 2})
				try.Rows(call+", dW", dW, [][]float64{{1. / 6, -1. / 2}, {-2. / 3, 2}, {1. / 2, -3. / 2}})
			},
		},
		{
			Name: "takes the mean over the samples", Points: 1,
			Hint: "loss and gradient are sums over the samples, divided by their number, here 2",
			Do: func(try *checking.Try) {
				call, loss, dW, db := grad(zeros, []float64{0, ln2, ln3}, [][]float64{{2, 0}, {0, 4}}, []int{1, 0})
				try.Number(call+", loss", loss, (ln3+math.Log(6))/2)
				try.Numbers(call+", db", db, []float64{-1. / 3, -1. / 6, 1. / 2})
				try.Rows(call+", dW", dW, [][]float64{{1. / 6, -5. / 3}, {-2. / 3, 2. / 3}, {1. / 2, 1}})
			},
		},
	}}
}
