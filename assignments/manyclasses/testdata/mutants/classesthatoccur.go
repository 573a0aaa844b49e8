// loses: OneVsRest: trains every class on all samples
package answers

import "slices"

// A class that does not occur has no learner.
func OneVsRest(X [][]float64, t []int, K int,
	fit func(X [][]float64, t []float64) (w []float64, b float64)) (W [][]float64, b []float64) {
	W, b = make([][]float64, K), make([]float64, K)
	for k := range K {
		target := make([]float64, len(t))
		for n := range t {
			if t[n] == k {
				target[n] = 1
			}
		}
		if slices.Max(target) == 1 {
			W[k], b[k] = fit(X, target)
		}
	}
	return W, b
}
