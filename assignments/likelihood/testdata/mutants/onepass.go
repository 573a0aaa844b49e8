// loses: GaussMLE: keeps its digits far from 0

package answers

// GaussMLE takes the difference of two large squares.
func GaussMLE(x []float64) (mu, variance float64) {
	N := float64(len(x))
	for _, v := range x {
		mu += v / N
		variance += v * v / N
	}
	return mu, variance - mu*mu
}
