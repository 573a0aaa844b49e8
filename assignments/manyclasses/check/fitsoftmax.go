package check

import (
	"fmt"
	"math"
	"slices"

	"linclass/assignments/checking"
)

// FitSoftmax makes the open checks of FitSoftmax and prints what came out.
func FitSoftmax(f func(X [][]float64, t []int, K int, eta float64, epochs int) (W [][]float64, b, losses []float64)) {
	checking.Print(fitSoftmax(Answers{FitSoftmax: f}))
}

func fitSoftmax(a Answers) checking.Task {
	X, t := [][]float64{{1, 0}, {0, 2}, {0, 0}, {2, 2}}, []int{0, 1, 0, 0}
	fit := func(epochs int) (call string, W [][]float64, b, losses []float64) {
		W, b, losses = a.FitSoftmax(checking.FreshRows(X), slices.Clone(t), 2, 0.4, epochs)
		return fmt.Sprintf("FitSoftmax(%s, %v, 2, 0.4, %d)", checking.Show(X), t, epochs), W, b, losses
	}
	return checking.Task{Name: "FitSoftmax", Checks: []checking.Check{
		{
			Name: "starts at 0 and steps against the gradient", Points: 0.5,
			Hint: "at W = 0, b = 0 all probabilities are ½; db is (−¼, ¼), dW has the rows (−⅜, 0) and (⅜, 0)",
			Do: func(try *checking.Try) {
				call, W, b, _ := fit(1)
				try.Rows(call+", W", W, [][]float64{{0.15, 0}, {-0.15, 0}})
				try.Numbers(call+", b", b, []float64{0.1, -0.1})
			},
		},
		{
			Name: "records the loss before each epoch", Points: 0.5,
			Hint: "one number per epoch; the first is the loss at W = 0, b = 0, log K",
			Do: func(try *checking.Try) {
				call, _, _, losses := fit(3)
				try.Equal(call+", number of losses", len(losses), 3)
				try.Number(call+", first loss", losses[0], math.Log(2))
				try.True(losses[1] < losses[0] && losses[2] < losses[1], call+", losses", checking.Show(losses), "smaller in each epoch")
			},
		},
	}}
}
