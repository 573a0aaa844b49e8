// loses: Train: leaves X and t as they are

package answers

import "math/rand/v2"

// Train shuffles the rows of X and t themselves.
func Train(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int) {
	w = make([]float64, len(X[0]))
	for range epochs {
		wrong := 0
		rng.Shuffle(len(X), func(i, j int) {
			X[i], X[j] = X[j], X[i]
			t[i], t[j] = t[j], t[i]
		})
		for i := range X {
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
