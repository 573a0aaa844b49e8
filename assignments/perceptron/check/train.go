package check

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
)

// Train makes the open checks of Train and prints what came out.
func Train(f func(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int)) {
	checking.Print(trainTask(f))
}

// The classes lie on both sides of a line through the origin.
var (
	points  = [][]float64{{2, 1}, {1, 3}, {-1, 2}, {3, -0.5}, {-2, -1}, {-1, -3}, {1, -2}, {-3, 0.5}}
	classes = []float64{1, 1, 1, 1, -1, -1, -1, -1}
)

func trainTask(f func(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int)) checking.Task {
	train := func(x [][]float64, t []float64, eta float64, epochs int, seed uint64) ([]float64, float64, []int) {
		return f(checking.FreshRows(x), checking.Fresh(t), eta, epochs, rand.New(rand.NewPCG(seed, 1)))
	}
	return checking.Task{Name: "Train", Checks: []checking.Check{
		{
			Name:   "finds a line between two classes",
			Hint:   "visit every point in every epoch, and go on with the w and b that Step returned",
			Points: 1,
			Do: func(t *checking.Try) {
				w, b, _ := train(points, classes, 0.5, 100, 1)
				t.Equal("the number of weights for points with 2 features", len(w), 2)
				for i, x := range points {
					z := w[0]*x[0] + w[1]*x[1] + b
					what := fmt.Sprintf("the sign of the score of %s, with w = %s, b = %s", checking.Show(x), checking.Show(w), checking.Show(b))
					t.Number(what, sign(z), classes[i])
				}
			},
		},
		{
			Name:   "stops after the first epoch without a mistake",
			Hint:   "errs ends with its first 0; that epoch counts, too",
			Points: 1,
			Do: func(t *checking.Try) {
				for seed := range uint64(5) {
					_, _, errs := train(points, classes, 0.5, 100, seed)
					t.True(slices.Index(errs, 0) == len(errs)-1 && len(errs) > 0, "errs for separable data",
						checking.Show(errs), "one 0, as the last")
				}
			},
		},
		{
			Name:   "counts each mistake when it meets it",
			Hint:   "count a point if it is wrong when its turn comes, not after the epoch",
			Points: 1,
			Do: func(t *checking.Try) {
				// One point is the only mistake of the first epoch, in every order.
				x := [][]float64{{1}, {1}, {1}, {-1}, {-1}, {-1}}
				_, _, errs := train(x, []float64{1, 1, 1, -1, -1, -1}, 0.5, 100, 1)
				t.True(len(errs) > 0, "errs", "[]", "a count for each epoch")
				t.Equal("errs[0] for three points 1 of class +1 and three points −1 of class −1", errs[0], 1)
			},
		},
		{
			Name:   "stops after the given number of epochs",
			Hint:   "errs has a count for each epoch, and XOR has a mistake in every one",
			Points: 0.5,
			Do: func(t *checking.Try) {
				x := [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}
				_, _, errs := train(x, []float64{-1, 1, 1, -1}, 0.5, 7, 1)
				t.Equal("the length of errs for XOR and 7 epochs", len(errs), 7)
			},
		},
		{
			Name:   "takes the points in a new order in each epoch",
			Hint:   "rng.Perm(n) is an order of 0 … n−1; draw another one for each epoch",
			Points: 0.5,
			Do: func(t *checking.Try) {
				// The same point in both classes: where an epoch ends, and with how many
				// mistakes, depends on which of the two came last.
				const most = 40
				ends, other := "", 0
				for epochs := 1; epochs <= most; epochs++ {
					w, b, errs := train([][]float64{{1}, {1}}, []float64{1, -1}, 0.5, epochs, 1)
					end := fmt.Sprint(w, b, errs[max(0, len(errs)-1):])
					if end != ends {
						other++
					}
					ends = end
				}
				t.True(other > most/5, fmt.Sprintf("how many of %d epochs end differently from the one before, for one point that is in both classes", most),
					fmt.Sprint(other), "about half of them")
			},
		},
	}}
}

// sign is the lecture's: +1 on the line.
func sign(z float64) float64 {
	if z < 0 {
		return -1
	}
	return 1
}
