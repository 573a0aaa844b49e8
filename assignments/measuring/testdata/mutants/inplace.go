// loses: Standardize: leaves its arguments as they were
package answers

import "math"

// The rows of X are overwritten.
func Standardize(train, X [][]float64) [][]float64 {
	N := float64(len(train))
	for j := range train[0] {
		var mean, variance float64
		for _, x := range train {
			mean += x[j] / N
		}
		for _, x := range train {
			variance += (x[j] - mean) * (x[j] - mean) / N
		}
		if variance == 0 {
			variance = 1
		}
		for n := range X {
			X[n][j] = (X[n][j] - mean) / math.Sqrt(variance)
		}
	}
	return X
}
