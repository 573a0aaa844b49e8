// loses: Step: moves w at a mistake
// loses: Step: moves the bias, too
// loses: Step: leaves w and b alone where the answer is right
// loses: Step: does not change the slice that it is given
// loses: Step: moves w as far as Edinburgh's rule with α = 2η
// loses: Step: moves b as far as a weight whose input is 1
// loses: Step: learns nothing from right answers
// loses: Train: moves once for each mistake that it counts

package answers

import "slices"

// Step takes η for the α of Edinburgh.
func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	if (Score(w, b, x) >= 0) == (t > 0) {
		return w, b
	}
	w = slices.Clone(w)
	for i := range w {
		w[i] += eta * t * x[i]
	}
	return w, b + eta*t
}
