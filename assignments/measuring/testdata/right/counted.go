// Package answers has right answers that are written otherwise than the solution.
package answers

import (
	"math"
	"math/rand/v2"
)

// Confusion asks for each pair of classes how many samples are of it.
func Confusion(t, y []int, K int) [][]int {
	var C [][]int
	for i := 0; i < K; i++ {
		var row []int
		for j := 0; j < K; j++ {
			count := 0
			for n := range t {
				if t[n] == i && y[n] == j {
					count++
				}
			}
			row = append(row, count)
		}
		C = append(C, row)
	}
	return C
}

// Rates works with the sums of a row, of a column and of all.
func Rates(C [][]int, k int) (precision, recall, f1, specificity, fpr float64) {
	row, column, all := 0, 0, 0
	for i := range C {
		row += C[k][i]
		column += C[i][k]
		for j := range C {
			all += C[i][j]
		}
	}
	hits := C[k][k]
	precision = ratio(hits, column)
	recall = ratio(hits, row)
	f1 = ratio(2*hits, row+column)
	fpr = ratio(column-hits, all-row)
	return precision, recall, f1, 1 - fpr, fpr
}

func ratio(a, b int) float64 {
	if b == 0 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}

// KFold cuts a shuffled order into blocks.
func KFold(n, k int, rng *rand.Rand) [][]int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	var folds [][]int
	for f := 0; f < k; f++ {
		folds = append(folds, order[f*n/k:(f+1)*n/k])
	}
	return folds
}
