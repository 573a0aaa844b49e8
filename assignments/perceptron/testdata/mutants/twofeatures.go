// loses: Score: multiplies each input by its weight and adds up
// loses: Score: weighs every feature

package answers

import (
	"math/rand/v2"
	"slices"
)

// Score knows two features only.
func Score(w []float64, b float64, x []float64) float64 {
	if len(w) == 1 {
		return w[0]*x[0] + b
	}
	return w[0]*x[0] + w[1]*x[1] + b
}

// output does not ask Score.
func output(w []float64, b float64, x []float64) float64 {
	for i := range w {
		b += w[i] * x[i]
	}
	if b >= 0 {
		return 1
	}
	return -1
}

// Step is right.
func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	e := t - output(w, b, x)
	w = slices.Clone(w)
	for i := range w {
		w[i] += eta * e * x[i]
	}
	return w, b + eta*e
}

// Train is right.
func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	for range epochs {
		wrong := 0
		for _, i := range rng.Perm(len(X)) {
			if output(w, b, X[i]) != t[i] {
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
