package perceptron

import (
	"fmt"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

func scoreTask(f func(w []float64, b float64, x []float64) float64, seed uint64) checking.Task {
	score := func(w []float64, b float64, x []float64) float64 {
		return f(checking.Fresh(w), b, checking.Fresh(x))
	}
	return checking.Task{Name: "Score", Checks: []checking.Check{
		{
			Name:   "weighs every feature",
			Hint:   "from one point to another the score changes by w · (difference), however many features there are",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 1)
				for range 8 {
					n := 1 + rng.IntN(9)
					w, b, x := vector(rng, n), rng.NormFloat64(), vector(rng, n)
					t.Number(fmt.Sprintf("the difference of the scores of a point with %d features and of the origin", n),
						score(w, b, x)-score(w, b, make([]float64, n)), dot(w, x))
				}
			},
		},
		{
			Name:   "is b at the origin",
			Hint:   "all inputs 0 leave the bias",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 2)
				var scores []float64
				for range 10 {
					scores = append(scores, score([]float64{1, 2, 3}, 0, vector(rng, 3)))
				}
				t.Varies("the scores of ten points", scores...)
				for n := 1; n < 10; n++ {
					w, b := vector(rng, n), rng.NormFloat64()
					t.Number("the score of the origin", score(w, b, make([]float64, n)), b)
				}
			},
		},
	}}
}
