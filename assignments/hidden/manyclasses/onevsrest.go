package manyclasses

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
	"linclass/assignments/manyclasses/check"
)

func oneVsRest(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "OneVsRest", Checks: []checking.Check{{
		Name: "trains every class on all samples", Points: 1,
		Hint: "each of the K learners gets all rows of X in their order, even the learner of a class that does not occur",
		Do: func(try *checking.Try) {
			rng := rand.New(rand.NewPCG(seed, 1))
			K := 3 + rng.IntN(4)
			X, t := normal(rng, 20, 3), make([]int, 20)
			for n := range t {
				t[n] = rng.IntN(K - 1) // the last class does not occur
			}
			// Sums of the samples: those of the target 1 count twice.
			sums := func(X [][]float64, t []float64) (w []float64, b float64) {
				w = make([]float64, 3)
				for n, x := range X {
					for j := range w {
						w[j] += (1 + t[n]) * x[j]
					}
					b += 1 + t[n]
				}
				return w, b
			}
			W, b := a.OneVsRest(checking.FreshRows(X), slices.Clone(t), K, sums)
			call := fmt.Sprintf("OneVsRest of %d samples, %d classes", len(X), K)
			try.Equal(call+", rows of W", len(W), K)
			try.Equal(call+", length of b", len(b), K)
			for k := range W {
				target := make([]float64, len(t))
				for n := range t {
					if t[n] == k {
						target[n] = 1
					}
				}
				w, c := sums(X, target)
				try.Numbers(fmt.Sprintf("%s, w of class %d", call, k), W[k], w)
				try.Number(fmt.Sprintf("%s, b of class %d", call, k), b[k], c)
			}
		},
	}}}
}
