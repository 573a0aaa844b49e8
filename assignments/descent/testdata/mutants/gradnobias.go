// loses: BatchGrad: has the factor 2 of the square, and db
// loses: BatchGrad: has the derivative with respect to b for many points

package answers

// BatchGrad has no slope by b.
func BatchGrad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	for i, x := range X {
		e := (t[i] - score(w, b, x)) / float64(len(X))
		for j := range w {
			dw[j] -= 2 * e * x[j]
		}
	}
	return dw, db
}
