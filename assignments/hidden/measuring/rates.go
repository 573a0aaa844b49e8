package measuring

import (
	"fmt"
	"math"
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/measuring/check"
)

func rates(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "Rates", Checks: []checking.Check{
		{
			Name: "takes one class of many against all others", Points: 1,
			Hint: "class k against the rest: what is in neither row k nor column k was rightly not predicted as k",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 2))
				K := 3 + rng.IntN(3)
				C := make([][]int, K)
				for i := range C {
					C[i] = make([]int, K)
					for j := range C[i] {
						C[i][j] = 1 + rng.IntN(30)
					}
				}
				for k := range C {
					hits, row, column, all := float64(C[k][k]), 0, 0, 0
					for i := range C {
						row, column = row+C[k][i], column+C[i][k]
						for j := range C {
							all += C[i][j]
						}
					}
					call := fmt.Sprintf("Rates(%v, %d)", C, k)
					precision, recall, _, specificity, _ := a.Rates(clone(C), k)
					try.Number(call+", precision", precision, hits/float64(column))
					try.Number(call+", recall", recall, hits/float64(row))
					try.Number(call+", specificity", specificity, (float64(all-row-column)+hits)/float64(all-row))
				}
			},
		},
		{
			Name: "has no value for 0/0, and F1 = 0 without a hit", Points: 1,
			Hint: "a class that was never predicted has no precision, one that never occurs no recall; F1 comes from the counts",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 3))
				a0, a1, b := 1+rng.IntN(20), 1+rng.IntN(20), 1+rng.IntN(20)
				nan := math.NaN()
				for _, c := range []struct {
					C    [][]int
					k    int
					want [5]float64 // precision, recall, F1, specificity, fpr
				}{
					{[][]int{{a0, 0, 0}, {b, 0, 0}, {0, 0, a1}}, 1, [5]float64{nan, 0, 0, 1, 0}},     // never predicted
					{[][]int{{a0, 0, a1}, {0, 0, 0}, {0, 0, b}}, 1, [5]float64{nan, nan, nan, 1, 0}}, // nowhere
					{[][]int{{0, 0}, {0, b}}, 1, [5]float64{1, 1, 1, nan, nan}},                      // everywhere
				} {
					call := fmt.Sprintf("Rates(%v, %d)", c.C, c.k)
					precision, recall, f1, specificity, fpr := a.Rates(clone(c.C), c.k)
					try.Number(call+", precision", precision, c.want[0])
					try.Number(call+", recall", recall, c.want[1])
					try.Number(call+", F1", f1, c.want[2])
					try.Number(call+", specificity", specificity, c.want[3])
					try.Number(call+", false positive rate", fpr, c.want[4])
				}
			},
		},
	}}
}

func clone(C [][]int) [][]int {
	D := make([][]int, len(C))
	for i := range C {
		D[i] = append(D[i], C[i]...)
	}
	return D
}
