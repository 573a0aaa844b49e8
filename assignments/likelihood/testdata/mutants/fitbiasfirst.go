// loses: Fit: makes its first step from w = 0, b = 0
// loses: Fit: makes the given number of steps
// loses: Fit: follows the gradient, step by step

package answers

// Fit moves b before it looks at the gradient by w.
func Fit(X [][]float64, t []float64, eta float64, steps int) (w []float64, b float64) {
	w = make([]float64, len(X[0]))
	eta /= float64(len(X))
	for range steps {
		_, db := Grad(w, b, X, t)
		b -= eta * db
		dw, _ := Grad(w, b, X, t)
		for j := range w {
			w[j] -= eta * dw[j]
		}
	}
	return w, b
}
