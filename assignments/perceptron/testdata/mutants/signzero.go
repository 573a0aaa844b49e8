// loses: Step: predicts +1 for a score of 0
// loses: Step: predicts +1 for every point on the line

package answers

import (
	"math/rand/v2"
	"slices"
)

// Step takes a score of 0 for −1.
func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	y := -1.0
	if Score(w, b, x) > 0 {
		y = 1
	}
	w = slices.Clone(w)
	for i := range w {
		w[i] += eta * (t - y) * x[i]
	}
	return w, b + eta*(t-y)
}

// Train counts in the same way.
func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	for range epochs {
		wrong := 0
		for _, i := range rng.Perm(len(X)) {
			if z := Score(w, b, X[i]); (z > 0) != (t[i] > 0) {
				wrong++
			}
			w, b = Step(w, b, eta, X[i], t[i])
		}
		errs = append(errs, wrong)
		if wrong == 0 {
			break
		}
	}
	return w, b, errs
}
