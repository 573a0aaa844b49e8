// loses: Fit: makes its first step from w = 0, b = 0
// loses: Fit: makes the given number of steps
// loses: Fit: follows the gradient, step by step
// loses: Fit: finds the probabilities of two groups

package answers

// Fit climbs.
func Fit(X [][]float64, t []float64, eta float64, steps int) (w []float64, b float64) {
	w = make([]float64, len(X[0]))
	eta /= float64(len(X))
	for range steps {
		dw, db := Grad(w, b, X, t)
		for j := range w {
			w[j] += eta * dw[j]
		}
		b += eta * db
	}
	return w, b
}
