// loses: Standardize: uses mean and deviation of the training samples
// loses: Standardize: divides by 1 where all training samples are the same
// loses: GridSearch: scales by the training samples alone
package answers

import "math"

// Samples are scaled by their own mean and deviation.
func Standardize(_, X [][]float64) [][]float64 {
	N := float64(len(X))
	scaled := make([][]float64, len(X))
	for n := range X {
		scaled[n] = make([]float64, len(X[n]))
	}
	for j := range X[0] {
		var mean, variance float64
		for _, x := range X {
			mean += x[j] / N
		}
		for _, x := range X {
			variance += (x[j] - mean) * (x[j] - mean) / N
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
