// loses: Train: counts each mistake when it meets it
// loses: Train: moves once for each mistake that it counts

package answers

import "math/rand/v2"

// Train counts what is wrong after the epoch.
func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	for range epochs {
		for _, i := range rng.Perm(len(X)) {
			w, b = Step(w, b, eta, X[i], t[i])
		}
		wrong := 0
		for i := range X {
			if z := Score(w, b, X[i]); (z >= 0) != (t[i] > 0) {
				wrong++
			}
		}
		errs = append(errs, wrong)
		if wrong == 0 {
			break
		}
	}
	return w, b, errs
}
