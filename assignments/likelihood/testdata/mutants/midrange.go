// loses: GaussMLE: returns the mean as μ
// loses: GaussMLE: has the mean of any values
// loses: GaussMLE: is likelier than any neighbour

package answers

import "slices"

// GaussMLE takes the middle between the smallest and the largest value for μ.
func GaussMLE(x []float64) (mu, variance float64) {
	N, mean := float64(len(x)), 0.0
	for _, v := range x {
		mean += v / N
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / N
	}
	return (slices.Min(x) + slices.Max(x)) / 2, variance
}
