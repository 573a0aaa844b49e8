// loses: BatchGrad: has the factor 2 of the square, and db
// loses: BatchGrad: is as long as the slope of the mse
// loses: BatchGrad: has the derivative with respect to b for many points
// loses: BatchGrad: leaves w, X and t as they are

package answers

// BatchGrad leaves out the 2, as the lectures do.
func BatchGrad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	for i, x := range X {
		e := (t[i] - score(w, b, x)) / float64(len(X))
		for j := range w {
			dw[j] -= e * x[j]
		}
		db -= e
	}
	return dw, db
}
