// loses: GaussMLE: returns the variance of maximum likelihood
// loses: GaussMLE: has the variance of any values
// loses: GaussMLE: is likelier than any neighbour

package answers

// GaussMLE divides by N − 1.
func GaussMLE(x []float64) (mu, variance float64) {
	N := float64(len(x))
	for _, v := range x {
		mu += v / N
	}
	for _, v := range x {
		variance += (v - mu) * (v - mu) / max(1, N-1)
	}
	return mu, variance
}
