// Package answers has right answers that are written otherwise than the solution.
package answers

import "math"

// OneVsRest asks for the classes from the last to the first.
func OneVsRest(X [][]float64, t []int, K int,
	fit func(X [][]float64, t []float64) (w []float64, b float64)) ([][]float64, []float64) {
	W, b := make([][]float64, K), make([]float64, K)
	targets := make([][]float64, K)
	for k := range targets {
		targets[k] = make([]float64, len(t))
	}
	for n, k := range t {
		targets[k][n] = 1
	}
	for k := K - 1; k >= 0; k-- {
		W[k], b[k] = fit(X, targets[k])
	}
	return W, b
}

// OneVsOne counts for each class the duels that it wins.
func OneVsOne(z []float64, K int) int {
	pair := func(j, k int) float64 { return z[j*K-j*(j+1)/2+k-j-1] }
	best, most := 0, -1
	for c := 0; c < K; c++ {
		wins := 0
		for j := 0; j < c; j++ {
			if pair(j, c) >= 0 {
				wins++
			}
		}
		for k := c + 1; k < K; k++ {
			if !(pair(c, k) >= 0) {
				wins++
			}
		}
		if wins > most {
			best, most = c, wins
		}
	}
	return best
}

// Softmax is exp(z − log Σ exp z).
func Softmax(z []float64) []float64 {
	logSum := logSumExp(z)
	var y []float64
	for _, v := range z {
		y = append(y, math.Exp(v-logSum))
	}
	return y
}

func logSumExp(z []float64) float64 {
	largest := math.Inf(-1)
	for _, v := range z {
		largest = math.Max(largest, v)
	}
	var sum float64
	for i := len(z) - 1; i >= 0; i-- {
		sum += math.Exp(z[i] - largest)
	}
	return largest + math.Log(sum)
}
