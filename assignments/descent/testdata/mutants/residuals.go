// loses: BatchGrad: leaves w, X and t as they are

package answers

// BatchGrad keeps the errors where the targets were.
func BatchGrad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	for i, x := range X {
		t[i] = (t[i] - score(w, b, x)) / float64(len(X))
		for j := range w {
			dw[j] -= 2 * t[i] * x[j]
		}
		db -= 2 * t[i]
	}
	return dw, db
}
