// loses: Standardize: divides by 1 where all training samples are the same
package answers

import "math"

// A feature that is the same for all samples is divided by 0.
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
			variance += (x[j] - mean) * (x[j] - mean) / N
		}
		for n, x := range X {
			scaled[n][j] = (x[j] - mean) / math.Sqrt(variance)
		}
	}
	return scaled
}
