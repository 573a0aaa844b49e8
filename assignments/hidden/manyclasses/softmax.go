package manyclasses

import (
	"math"
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/manyclasses/check"
)

func softmax(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "Softmax", Checks: []checking.Check{
		{
			Name: "depends only on differences of scores", Points: 0.5,
			Hint: "the same number added to all scores changes nothing; the odds of two classes are e to the difference of their scores",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 3))
				z := normal(rng, 1, 3+rng.IntN(5))[0]
				y := a.Softmax(checking.Fresh(z))
				call := "Softmax(" + checking.Show(z) + ")"
				try.Equal(call+", length", len(y), len(z))
				for j := range z {
					try.Number(call+", odds of a class against the first", y[j]/y[0], math.Exp(z[j]-z[0]))
				}
				shifted := checking.Fresh(z)
				for j := range shifted {
					shifted[j] += 3
				}
				try.Numbers(call+" and with 3 added to all", a.Softmax(shifted), y)
			},
		},
		{
			Name: "survives large scores", Points: 1,
			Hint: "e to the 10 000 is +Inf; subtract the largest score from all of them first",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 4))
				for _, large := range []float64{1e4, -1e4} {
					k := 1 + rng.IntN(8)
					z := []float64{large, large + math.Log(float64(k)), large}
					n := float64(k + 2)
					try.NearAll("Softmax("+checking.Show(z)+")", a.Softmax(checking.Fresh(z)), []float64{1 / n, float64(k) / n, 1 / n}, 1e-8)
				}
				try.Numbers("Softmax([-10000 10000])", a.Softmax([]float64{-1e4, 1e4}), []float64{0, 1})
			},
		},
		{
			Name: "leaves the scores as they were", Points: 0.5,
			Hint: "z is shared with the caller: the probabilities need a slice of their own",
			Do: func(try *checking.Try) {
				z := normal(rand.New(rand.NewPCG(seed, 5)), 1, 4)[0]
				given := checking.Fresh(z)
				y := checking.Fresh(a.Softmax(given))
				want, sum := make([]float64, len(z)), 0.0
				for j := range z {
					want[j] = math.Exp(z[j])
					sum += want[j]
				}
				for j := range want {
					want[j] /= sum
				}
				try.Numbers("Softmax of 4 scores", y, want)
				try.Numbers("z after Softmax(z)", given, z)
			},
		},
	}}
}
