// loses: BatchGrad: takes the mean over the points
// loses: BatchGrad: is as long as the slope of the mse
// loses: BatchGrad: has the derivative with respect to b for many points
// loses: BatchGrad: is the mean of the gradients of equal minibatches
// loses: BatchGrad: leaves w, X and t as they are

package answers

// BatchGrad adds up instead of taking the mean.
func BatchGrad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	for i, x := range X {
		e := t[i] - score(w, b, x)
		for j := range w {
			dw[j] -= 2 * e * x[j]
		}
		db -= 2 * e
	}
	return dw, db
}
