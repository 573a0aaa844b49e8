// loses: Train: stops after the given number of epochs
// loses: Train: never gets XOR right

package answers

import "math/rand/v2"

// Train makes an epoch too many.
func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	for range epochs + 1 {
		wrong := 0
		for _, i := range rng.Perm(len(X)) {
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
