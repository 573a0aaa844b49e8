// loses: BatchGrad: has the factor 2 of the square, and db
// loses: BatchGrad: has the direction of the steepest rise
// loses: BatchGrad: is as long as the slope of the mse
// loses: BatchGrad: has the derivative with respect to b for many points
// loses: BatchGrad: leaves w, X and t as they are

package answers

// BatchGrad takes the sign of the score for the output.
func BatchGrad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	for i, x := range X {
		y := -1.0
		if score(w, b, x) >= 0 {
			y = 1
		}
		e := (t[i] - y) / float64(len(X))
		for j := range w {
			dw[j] -= 2 * e * x[j]
		}
		db -= 2 * e
	}
	return dw, db
}
