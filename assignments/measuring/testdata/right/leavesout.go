package answers

import "math"

// Standardize finds mean and deviation in one pass (Welford).
func Standardize(train, X [][]float64) [][]float64 {
	d := len(train[0])
	mean, squares := make([]float64, d), make([]float64, d)
	for n, x := range train {
		for j, v := range x {
			off := v - mean[j]
			mean[j] += off / float64(n+1)
			squares[j] += off * (v - mean[j])
		}
	}
	var out [][]float64
	for _, x := range X {
		var z []float64
		for j, v := range x {
			z = append(z, v-mean[j])
			if squares[j] > 0 {
				z[j] /= math.Sqrt(squares[j] / float64(len(train)))
			}
		}
		out = append(out, z)
	}
	return out
}

// GridSearch goes through the folds for each λ, not the other way round.
func GridSearch(X [][]float64, t []int, folds [][]int, lambdas []float64,
	fit func(X [][]float64, t []int, lambda float64) func(x []float64) int) (float64, []float64) {
	var scores []float64
	best := 0
	for l, lambda := range lambdas {
		var sum float64
		for f := range folds {
			sum += accuracy(X, t, folds, f, lambda, fit)
		}
		scores = append(scores, sum/float64(len(folds)))
		if scores[l] > scores[best] {
			best = l
		}
	}
	return lambdas[best], scores
}

func accuracy(X [][]float64, t []int, folds [][]int, out int, lambda float64,
	fit func(X [][]float64, t []int, lambda float64) func(x []float64) int) float64 {
	var train, test [][]float64
	var trainT, testT []int
	for f, fold := range folds {
		for _, n := range fold {
			if f == out {
				test, testT = append(test, X[n]), append(testT, t[n])
			} else {
				train, trainT = append(train, X[n]), append(trainT, t[n])
			}
		}
	}
	predict := fit(Standardize(train, train), trainT, lambda)
	var right int
	for n, x := range Standardize(train, test) {
		if predict(x) == testT[n] {
			right++
		}
	}
	return float64(right) / float64(len(test))
}
