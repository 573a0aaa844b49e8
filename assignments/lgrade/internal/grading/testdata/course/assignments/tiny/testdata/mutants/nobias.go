// loses: Step: moves the secret bias
package answers

import "slices"

func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	w = slices.Clone(w)
	for i := range w {
		w[i] += eta * (t - Sign(Score(w, b, x))) * x[i]
	}
	return w, b
}
