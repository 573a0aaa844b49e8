// loses: GaussMLE: measures the variance from the mean
// loses: GaussMLE: returns the variance of maximum likelihood
// loses: GaussMLE: has the variance of any values
// loses: GaussMLE: is likelier than any neighbour

package answers

import "math"

// GaussMLE returns σ, not σ².
func GaussMLE(x []float64) (mu, variance float64) {
	N := float64(len(x))
	for _, v := range x {
		mu += v / N
	}
	for _, v := range x {
		variance += (v - mu) * (v - mu) / N
	}
	return mu, math.Sqrt(variance)
}
