// loses: Step: moves the bias, too
// loses: Step: moves b as far as a weight whose input is 1
// loses: Train: finds a line that does not pass through the origin

package answers

import "slices"

// Step leaves the bias where it was.
func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	y := -1.0
	if Score(w, b, x) >= 0 {
		y = 1
	}
	w = slices.Clone(w)
	for i := range w {
		w[i] += eta * (t - y) * x[i]
	}
	return w, b
}
