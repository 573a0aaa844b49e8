package measuring

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
	"linclass/assignments/measuring/check"
)

func confusion(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "Confusion", Checks: []checking.Check{{
		Name: "counts each sample once", Points: 1,
		Hint: "a pair of classes has as many samples in C as in t and y",
		Do: func(try *checking.Try) {
			rng := rand.New(rand.NewPCG(seed, 1))
			K := 3 + rng.IntN(4)
			t, y := make([]int, 80), make([]int, 80)
			count := make([][]int, K) // of a pair in either order, whatever the rows are
			for i := range count {
				count[i] = make([]int, K)
			}
			for n := range t {
				t[n], y[n] = rng.IntN(K), rng.IntN(K)
				if n < K {
					t[n], y[n] = n, n
				}
				count[min(t[n], y[n])][max(t[n], y[n])]++
			}
			call := fmt.Sprintf("Confusion of %d samples and %d classes", len(t), K)
			C := a.Confusion(slices.Clone(t), slices.Clone(y), K)
			try.Equal(call+", rows", len(C), K)
			for i := range C {
				try.Equal(fmt.Sprintf("%s, columns of row %d", call, i), len(C[i]), K)
			}
			for i := range C {
				try.Equal(fmt.Sprintf("%s, element (%d, %[2]d)", call, i), C[i][i], count[i][i])
				for j := range i {
					try.Equal(fmt.Sprintf("%s, elements (%d, %d) and (%[3]d, %[2]d)", call, i, j), C[i][j]+C[j][i], count[j][i])
				}
			}
		},
	}}}
}
