// loses: Train: takes the points in a new order in each epoch

package answers

import "math/rand/v2"

// Train takes the same order in every epoch.
func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	order := rng.Perm(len(X))
	for range epochs {
		wrong := 0
		for _, i := range order {
			if z := Score(w, b, X[i]); (z >= 0) != (t[i] > 0) {
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
