package check

import (
	"fmt"
	"math/rand/v2"

	"linclass/assignments/checking"
)

// KFold makes the open checks of KFold and prints what came out.
func KFold(f func(n, k int, rng *rand.Rand) [][]int) {
	checking.Print(kFold(Answers{KFold: f}))
}

func kFold(a Answers) checking.Task {
	cases := []struct{ n, k int }{{10, 5}, {11, 4}, {14, 5}, {3, 3}}
	each := func(do func(call string, n, k int, folds [][]int)) {
		for _, c := range cases {
			call := fmt.Sprintf("KFold(%d, %d, rng)", c.n, c.k)
			do(call, c.n, c.k, a.KFold(c.n, c.k, rand.New(rand.NewPCG(1, 2))))
		}
	}
	return checking.Task{Name: "KFold", Checks: []checking.Check{
		{
			Name: "puts each sample into one fold", Points: 1,
			Hint: "each of 0, 1, …, n − 1 must be in exactly one of the k folds",
			Do: func(try *checking.Try) {
				each(func(call string, n, k int, folds [][]int) {
					try.Equal(call+", folds", len(folds), k)
					times := make([]int, n)
					for _, fold := range folds {
						for _, i := range fold {
							try.True(i >= 0 && i < n, call+", a sample", fmt.Sprint(i), fmt.Sprintf("0 to %d", n-1))
							times[i]++
						}
					}
					for i := range times {
						try.Equal(fmt.Sprintf("%s, how often sample %d occurs", call, i), times[i], 1)
					}
				})
			},
		},
		{
			Name: "makes folds whose sizes differ by at most one", Points: 1,
			Hint: "11 samples in 4 folds: 3, 3, 3 and 2",
			Do: func(try *checking.Try) {
				each(func(call string, n, k int, folds [][]int) {
					least, most := n, 0
					for _, fold := range folds {
						least, most = min(least, len(fold)), max(most, len(fold))
					}
					try.True(most-least <= 1 && least >= n/k && most > 0, call+", sizes of the folds",
						fmt.Sprintf("from %d to %d", least, most), "as equal as possible")
				})
			},
		},
	}}
}
