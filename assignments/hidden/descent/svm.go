package descent

import (
	"fmt"
	"math"
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

// contest draws the scores of several classes and the right one. No wrong class
// is near the kink, where it is 1 behind the right one.
func contest(rng *rand.Rand) (scores []float64, y int) {
	scores = draw.Normal(rng, 2+rng.IntN(6))
	y = rng.IntN(len(scores))
	for j := range scores {
		for math.Abs(scores[j]-scores[y]+1) < 0.1 {
			scores[j]++
		}
	}
	return scores, y
}

func svmLoss(scores []float64, y int) float64 {
	sum := -1.0 // the term of y itself
	for _, s := range scores {
		sum += max(0, s-scores[y]+1)
	}
	return sum
}

func svmGrad(scores []float64, y int) []float64 {
	g := make([]float64, len(scores))
	for j, s := range scores {
		if j != y && s-scores[y]+1 > 0 {
			g[j]++
			g[y]--
		}
	}
	return g
}

func svmCall(function string, scores []float64, y int) string {
	return fmt.Sprintf("%s(%s, %d)", function, checking.Show(scores), y)
}

func svmLossTask(f func(scores []float64, y int) float64, seed uint64) checking.Task {
	loss := func(scores []float64, y int) float64 { return f(checking.Fresh(scores), y) }
	return checking.Task{Name: "SVMLoss", Checks: []checking.Check{
		{
			Name:   "compares the right class with one other",
			Hint:   "two classes: one term; y may be any of the classes",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 16)
				for i := range 20 {
					scores, y := draw.Normal(rng, 2), i%2
					t.Number(svmCall("SVMLoss", scores, y), loss(scores, y), svmLoss(scores, y))
				}
			},
		},
		{
			Name:   "adds up over all wrong classes",
			Hint:   "every wrong class that is too near costs, not only the nearest",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng, total := draw.Numbers(seed, 17), 0.0
				for range 20 {
					scores, y := contest(rng)
					sum := 0.0
					for j, s := range scores {
						if j != y {
							sum += loss([]float64{scores[y], s}, 0)
						}
					}
					t.Same(svmCall("SVMLoss", scores, y)+", compared with each wrong class alone", []float64{loss(scores, y)}, []float64{sum})
					total += sum
				}
				t.True(total > 0, "all losses", "0", "more than 0")
			},
		},
		{
			Name:   "looks at differences only",
			Hint:   "if all scores are 100 higher, the loss is the same",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 18)
				var losses []float64
				for range 20 {
					scores, y := contest(rng)
					higher, shift := checking.Fresh(scores), 100*rng.NormFloat64()
					for j := range higher {
						higher[j] += shift
					}
					losses = append(losses, loss(scores, y))
					t.Same(svmCall("SVMLoss", higher, y), []float64{loss(higher, y)}, losses[len(losses)-1:])
				}
				t.Varies("SVMLoss of 20 scores", losses...)
			},
		},
	}}
}

func svmGradTask(f func(scores []float64, y int) []float64, seed uint64) checking.Task {
	return checking.Task{Name: "SVMGrad", Checks: []checking.Check{
		{
			Name:   "pulls down exactly the wrong classes that are too near",
			Hint:   "look at each wrong class on its own",
			Points: 0.75,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 19)
				for range 20 {
					scores, y := contest(rng)
					g, want := f(checking.Fresh(scores), y), svmGrad(scores, y)
					t.Equal("the length of "+svmCall("SVMGrad", scores, y), len(g), len(want))
					g[y], want[y] = 0, 0
					t.Numbers(svmCall("SVMGrad", scores, y)+" with a 0 for the right class", g, want)
				}
			},
		},
		{
			Name:   "adds up to 0",
			Hint:   "only differences count, so what pulls one class down pulls the right one up",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 20)
				for range 20 {
					scores, y := contest(rng)
					scores[(y+1)%len(scores)] = scores[y] + 0.5 // a class that is too near
					sum, size := 0.0, 0.0
					for _, g := range f(checking.Fresh(scores), y) {
						sum, size = sum+g, size+math.Abs(g)
					}
					t.True(size > 0, svmCall("SVMGrad", scores, y), "all 0", "not all 0")
					t.Number("the sum of "+svmCall("SVMGrad", scores, y), sum, 0)
				}
			},
		},
		{
			Name:   "pulls the right class up once for each class that is too near",
			Hint:   "count them",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 21)
				for range 20 {
					scores, y := contest(rng)
					t.Number(svmCall("SVMGrad", scores, y)+", the right class", f(checking.Fresh(scores), y)[y], svmGrad(scores, y)[y])
				}
			},
		},
	}}
}
