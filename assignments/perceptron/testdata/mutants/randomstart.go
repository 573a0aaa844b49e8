// loses: Train: counts each mistake when it meets it
// loses: Train: moves once for each mistake that it counts
// loses: Train: begins at w = 0, b = 0, where η changes no decision
// loses: Train: leaves X and t as they are

package answers

import "math/rand/v2"

// Train begins with small random weights, as KMITL does.
func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	for i := range w {
		w[i] = rng.Float64() - 0.5
	}
	for range epochs {
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
