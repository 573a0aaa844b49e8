// loses: GaussMLE: measures the variance from the mean
// loses: GaussMLE: returns the variance of maximum likelihood
// loses: GaussMLE: has the variance of any values
// loses: GaussMLE: is likelier than any neighbour
// loses: GaussMLE: keeps its digits far from 0

package answers

// GaussMLE forgets to take the mean away.
func GaussMLE(x []float64) (mu, variance float64) {
	N := float64(len(x))
	for _, v := range x {
		mu += v / N
	}
	for _, v := range x {
		variance += v * v / N
	}
	return mu, variance
}
