package manyclasses

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
	"linclass/assignments/manyclasses/check"
)

func fitSoftmax(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "FitSoftmax", Checks: []checking.Check{
		{
			Name: "reads digits that it has not seen", Points: 1,
			Hint: "learnt from 60 images of 0 to 3, it should read most of the others; does the loss fall?",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 8))
				images, digits := check.Digits()
				var X, testX [][]float64
				var t, testT []int
				var learnt [4]int
				for _, n := range rng.Perm(len(images)) {
					if k := digits[n]; learnt[k] < 15 {
						learnt[k]++
						X, t = append(X, images[n]), append(t, k)
					} else {
						testX, testT = append(testX, images[n]), append(testT, digits[n])
					}
				}
				W, b, _ := a.FitSoftmax(X, t, 4, 0.1, 10)
				const call = "FitSoftmax of 60 digits, eta = 0.1, 10 epochs"
				try.Equal(call+", rows of W", len(W), 4)
				try.Equal(call+", length of b", len(b), 4)
				for k := range W {
					try.Equal(fmt.Sprintf("%s, length of row %d of W", call, k), len(W[k]), 64)
				}
				right := 0
				for n, x := range testX {
					z := scores(W, b, x)
					if slices.Index(z, slices.Max(z)) == testT[n] {
						right++
					}
				}
				try.True(right >= 80, call+", right of 100 others", fmt.Sprint(right), "80 or more")
			},
		},
		{
			Name: "does not care what the classes are called", Points: 1,
			Hint: "other numbers for the classes give the same rows of W in another order, if you start at 0",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 9))
				X, t, renamed := normal(rng, 12, 2), make([]int, 12), make([]int, 12)
				turn := 1 + rng.IntN(2)
				names := []int{turn % 3, (1 + turn) % 3, (2 + turn) % 3}
				for n := range t {
					t[n] = n % 3
					renamed[n] = names[t[n]]
				}
				W, b, losses := a.FitSoftmax(checking.FreshRows(X), t, 3, 0.3, 10)
				V, c, again := a.FitSoftmax(checking.FreshRows(X), renamed, 3, 0.3, 10)
				const call = "FitSoftmax of 12 samples and 3 classes"
				for _, rows := range []int{len(W), len(V), len(b), len(c)} {
					try.Equal(call+", rows of W and length of b", rows, 3)
				}
				learnt := crossEntropy(W, b, X, t)
				try.True(learnt < math.Log(3), call+", the loss at its end", checking.Show(learnt), "less than at the beginning, log 3")
				for k, name := range names {
					what := fmt.Sprintf(" of class %d, called %d the second time", k, name)
					try.Numbers(call+", w"+what, V[name], W[k])
					try.Number(call+", b"+what, c[name], b[k])
				}
				try.Numbers(call+", losses with other names", again, losses)
			},
		},
	}}
}
