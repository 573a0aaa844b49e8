package measuring

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
	"linclass/assignments/measuring/check"
)

func kFold(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "KFold", Checks: []checking.Check{{
		Name: "splits at random, with rng alone", Points: 1,
		Hint: "the order comes from rng: the same rng gives the same folds, and any two samples share a fold now and then",
		Do: func(try *checking.Try) {
			const deals = 80
			together := map[[2]int]int{}
			for d := range uint64(deals) {
				folds := a.KFold(12, 3, rand.New(rand.NewPCG(seed, 1000+d)))
				again := a.KFold(12, 3, rand.New(rand.NewPCG(seed, 1000+d)))
				try.Equal("KFold(12, 3, rng) with two rng of the same seed", again, folds)
				for _, fold := range folds {
					fold = slices.Sorted(slices.Values(fold))
					for i := range fold {
						for j := range i {
							together[[2]int{fold[j], fold[i]}]++
						}
					}
				}
			}
			for j := range 12 {
				for i := range j {
					// 3 times in 11 on average, 22 of 80
					times := together[[2]int{i, j}]
					try.True(times > 0 && times < 60, fmt.Sprintf("%d times KFold(12, 3, rng), how often samples %d and %d share a fold", deals, i, j),
						fmt.Sprint(times), "about 3 times in 11")
				}
			}
		},
	}}}
}
