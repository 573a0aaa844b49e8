package manyclasses

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
	"linclass/assignments/manyclasses/check"
)

// crossEntropy is the mean of log Σ exp(z) − z_t.
func crossEntropy(W [][]float64, b []float64, X [][]float64, t []int) float64 {
	var sum float64
	for n, x := range X {
		z := scores(W, b, x)
		largest, rest := slices.Max(z), 0.0
		for _, v := range z {
			rest += math.Exp(v - largest)
		}
		sum += largest + math.Log(rest) - z[t[n]]
	}
	return sum / float64(len(X))
}

func scores(W [][]float64, b, x []float64) []float64 {
	z := checking.Fresh(b)
	for k := range z {
		for j := range x {
			z[k] += W[k][j] * x[j]
		}
	}
	return z
}

func crossEntropyGrad(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "CrossEntropyGrad", Checks: []checking.Check{
		{
			Name: "agrees with the slope that small changes of the weights show", Points: 1,
			Hint: "for each weight, the slope is the loss at w + h minus that at w − h, divided by 2h",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 6))
				K, d, N := 3+rng.IntN(2), 2+rng.IntN(2), 7
				W, b, X, t := normal(rng, K, d), normal(rng, 1, K)[0], normal(rng, N, d), make([]int, N)
				for n := range t {
					t[n] = rng.IntN(K)
				}
				loss, dW, db := a.CrossEntropyGrad(checking.FreshRows(W), checking.Fresh(b), checking.FreshRows(X), slices.Clone(t))
				call := fmt.Sprintf("CrossEntropyGrad of %d samples, %d classes, %d features", N, K, d)
				try.Equal(call+", rows of dW", len(dW), K)
				try.Equal(call+", length of db", len(db), K)
				try.Number(call+", loss", loss, crossEntropy(W, b, X, t))
				slope := func(w *float64) float64 {
					const h = 1e-5
					was := *w
					*w = was + h
					up := crossEntropy(W, b, X, t)
					*w = was - h
					down := crossEntropy(W, b, X, t)
					*w = was
					return (up - down) / (2 * h)
				}
				for k := range W {
					try.Equal(fmt.Sprintf("%s, length of row %d of dW", call, k), len(dW[k]), d)
					try.Near(fmt.Sprintf("%s, db[%d]", call, k), db[k], slope(&b[k]), 1e-6)
					for j := range W[k] {
						try.Near(fmt.Sprintf("%s, dW[%d][%d]", call, k, j), dW[k][j], slope(&W[k][j]), 1e-6)
					}
				}
			},
		},
		{
			Name: "has a finite loss for a hopeless sample", Points: 1,
			Hint: "the probability is rounded to 0, and its logarithm is −Inf; the loss is log Σ exp(z) − z of the true class",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 7))
				big := float64(1000 + rng.IntN(1000))
				call := fmt.Sprintf("CrossEntropyGrad for the scores %g, 0, 0 and the true class 1", big)
				loss, dW, db := a.CrossEntropyGrad([][]float64{{big}, {0}, {0}}, []float64{0, 0, 0}, [][]float64{{1}}, []int{1})
				try.Number(call+", loss", loss, big)
				try.Numbers(call+", db", db, []float64{1, -1, 0})
				try.Rows(call+", dW", dW, [][]float64{{1}, {-1}, {0}})
			},
		},
	}}
}
