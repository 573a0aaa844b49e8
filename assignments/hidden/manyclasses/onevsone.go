package manyclasses

import (
	"fmt"
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/manyclasses/check"
)

func oneVsOne(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "OneVsOne", Checks: []checking.Check{{
		Name: "knows the pairs of any number of classes", Points: 1,
		Hint: "K(K − 1)/2 pairs, first those with class 0, then the remaining ones with class 1, and so on",
		Do: func(try *checking.Try) {
			rng := rand.New(rand.NewPCG(seed, 2))
			for K := 2; K <= 7; K++ {
				for range 5 {
					winner := rng.IntN(K) // wins all its duels; others are won by chance
					var z []float64
					for j := range K {
						for k := j + 1; k < K; k++ {
							size := 0.1 + rng.Float64()
							if j == winner || k != winner && rng.IntN(2) == 0 {
								size = -size
							}
							z = append(z, size)
						}
					}
					try.Equal(fmt.Sprintf("OneVsOne(%s, %d)", checking.Show(z), K), a.OneVsOne(checking.Fresh(z), K), winner)
				}
			}
		},
	}}}
}
