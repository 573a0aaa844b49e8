// loses: Fit: divides the gradient by the number of points
// loses: Fit: gives the same result with every point three times
// loses: Fit: finds the probabilities of two groups

package answers

// Fit takes the sum of the gradients.
func Fit(X [][]float64, t []float64, eta float64, steps int) (w []float64, b float64) {
	w = make([]float64, len(X[0]))
	for range steps {
		dw, db := Grad(w, b, X, t)
		for j := range w {
			w[j] -= eta * dw[j]
		}
		b -= eta * db
	}
	return w, b
}
