package measuring

import (
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/measuring/check"
)

func standardize(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "Standardize", Checks: []checking.Check{
		{
			Name: "divides by 1 where all training samples are the same", Points: 0.5,
			Hint: "a deviation of 0 would give NaN or ±Inf; use 1 instead",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 4))
				value := float64(1 + rng.IntN(9))
				train, X := features(rng, 8, 2), features(rng, 3, 2)
				for n := range train { // eight times a small integer: the mean is exact
					train[n][1] = value
				}
				got := a.Standardize(checking.FreshRows(train), checking.FreshRows(X))
				try.Equal("Standardize of 3 samples, rows", len(got), 3)
				for n := range X {
					try.Equal("Standardize of samples with 2 features, features", len(got[n]), 2)
					what := "Standardize of x = " + checking.Show(X[n]) + ", feature 1, which is " + checking.Show(value) + " in all training samples"
					try.Number(what, got[n][1], X[n][1]-value)
				}
			},
		},
		{
			Name: "leaves its arguments as they were", Points: 0.5,
			Hint: "rows are shared with the caller: the result needs rows of its own",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 5))
				train, X := features(rng, 8, 3), features(rng, 5, 3)
				givenTrain, givenX := checking.FreshRows(train), checking.FreshRows(X)
				got := a.Standardize(givenTrain, givenX)
				try.Rows("Standardize of 5 samples with 3 features", checking.FreshRows(got), scaled(train, X))
				try.Rows("X after Standardize(train, X)", givenX, X)
				try.Rows("train after Standardize(train, X)", givenTrain, train)
			},
		},
	}}
}
