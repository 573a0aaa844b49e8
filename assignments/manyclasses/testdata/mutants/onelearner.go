// loses: OneVsRest: gives each class the target 1 once, and the rest 0
// loses: OneVsRest: keeps what learner k returns in row k
// loses: OneVsRest: trains every class on all samples
package answers

// The targets of the class before are not taken back.
func OneVsRest(X [][]float64, t []int, K int,
	fit func(X [][]float64, t []float64) (w []float64, b float64)) (W [][]float64, b []float64) {
	target := make([]float64, len(t))
	for k := range K {
		for n := range t {
			if t[n] == k {
				target[n] = 1
			}
		}
		w, c := fit(X, target)
		W, b = append(W, w), append(b, c)
	}
	return W, b
}
