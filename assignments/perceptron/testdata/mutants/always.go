// loses: Step: leaves w and b alone where the answer is right
// loses: Step: learns nothing from right answers
// loses: Train: makes no more mistakes than Novikoff allows
// loses: Train: finds a line that does not pass through the origin
// loses: Train: moves once for each mistake that it counts

package answers

import "slices"

// Step moves at right examples, too.
func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	w = slices.Clone(w)
	for i := range w {
		w[i] += 2 * eta * t * x[i]
	}
	return w, b + 2*eta*t
}
