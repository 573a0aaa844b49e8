// loses: Fit: makes the given number of steps
// loses: Fit: follows the gradient, step by step
// loses: Fit: finds the probabilities of two groups

package answers

// Fit makes one large step.
func Fit(X [][]float64, t []float64, eta float64, steps int) (w []float64, b float64) {
	w = make([]float64, len(X[0]))
	eta *= float64(steps) / float64(len(X))
	dw, db := Grad(w, b, X, t)
	for j := range w {
		w[j] -= eta * dw[j]
	}
	return w, b - eta*db
}
