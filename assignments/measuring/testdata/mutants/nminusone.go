// loses: Standardize: uses mean and deviation of the training samples
// loses: GridSearch: scales by the training samples alone
// loses: Standardize: leaves its arguments as they were
package answers

import "math"

// The variance is divided by N − 1.
func Standardize(train, X [][]float64) [][]float64 {
	N := float64(len(train))
	scaled := make([][]float64, len(X))
	for n := range X {
		scaled[n] = make([]float64, len(X[n]))
	}
	for j := range train[0] {
		var mean, variance float64
		for _, x := range train {
			mean += x[j] / N
		}
		for _, x := range train {
			variance += (x[j] - mean) * (x[j] - mean) / (N - 1)
		}
		for n, x := range X {
			scaled[n][j] = x[j] - mean
			if variance > 0 {
				scaled[n][j] /= math.Sqrt(variance)
			}
		}
	}
	return scaled
}
