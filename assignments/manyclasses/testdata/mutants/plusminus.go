// loses: OneVsRest: gives each class the target 1 once, and the rest 0
// loses: OneVsRest: trains every class on all samples
package answers

// The rest has the target −1.
func OneVsRest(X [][]float64, t []int, K int,
	fit func(X [][]float64, t []float64) (w []float64, b float64)) (W [][]float64, b []float64) {
	for k := range K {
		target := make([]float64, len(t))
		for n := range t {
			target[n] = -1
			if t[n] == k {
				target[n] = 1
			}
		}
		w, c := fit(X, target)
		W, b = append(W, w), append(b, c)
	}
	return W, b
}
