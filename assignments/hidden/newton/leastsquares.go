package newton

import (
	"fmt"
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/newton/check"
)

func leastSquares(a check.Answers, seed uint64) checking.Task {
	// solution calls the answer, and wants K rows of d + 1 weights.
	solution := func(t *checking.Try, X, T [][]float64) [][]float64 {
		call := fmt.Sprintf("LeastSquares of %d samples with %d features and %d targets", len(X), len(X[0]), len(T[0]))
		W, err := a.LeastSquares(checking.FreshRows(X), checking.FreshRows(T))
		noError(t, call, err)
		t.Equal(call+", rows", len(W), len(T[0]))
		for k := range W {
			t.Equal(fmt.Sprintf("%s, weights in row %d", call, k), len(W[k]), len(X[0])+1)
		}
		return W
	}
	return checking.Task{Name: "LeastSquares", Checks: []checking.Check{
		{
			Name: "leaves an error that no weight can reduce", Points: 1,
			Hint: "at the least error the gradient Φᵀ(Φw − t) of each output is 0",
			Do: func(t *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 1))
				X, T := normal(rng, 12, 3), normal(rng, 12, 2)
				for k, w := range solution(t, X, T) {
					g := make([]float64, 4)
					for n, x := range X {
						off := score(w, x) - T[n][k]
						g[0] += off
						for j := range x {
							g[j+1] += off * x[j]
						}
					}
					t.Numbers(fmt.Sprintf("gradient of output %d", k), g, make([]float64, 4))
				}
			},
		},
		{
			Name: "has outputs that sum to 1 for one-hot targets", Points: 1,
			Hint: "the targets of each sample sum to 1, and so do the outputs, even for samples that are new",
			Do: func(t *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 2))
				X, T := normal(rng, 15, 2), make([][]float64, 15)
				for n := range T {
					T[n] = make([]float64, 4)
					T[n][n%4] = 1
				}
				W, x, sum := solution(t, X, T), normal(rng, 1, 2)[0], 0.0
				for _, w := range W {
					sum += score(w, x)
				}
				t.Number("sum of the outputs for x = "+checking.Show(x), sum, 1)
			},
		},
		{
			Name: "returns an error where there is no single solution, and only there", Points: 1,
			Hint: "a feature that is the same for all samples, or fewer samples than weights: solve returns an error then; do you return it, too?",
			Do: func(t *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 3))
				X, value := normal(rng, 10, 2), float64(1+rng.IntN(5))
				for _, x := range X {
					x[1] = value
				}
				_, err := a.LeastSquares(X, normal(rng, 10, 2))
				t.True(err != nil, "LeastSquares with a feature that is always "+checking.Show(value), "no error", "an error")
				_, err = a.LeastSquares(normal(rng, 3, 4), normal(rng, 3, 1))
				t.True(err != nil, "LeastSquares of 3 samples with 4 features", "no error", "an error")
				solution(t, normal(rng, 10, 2), normal(rng, 10, 1))
			},
		},
	}}
}
