// loses: HingeGrad: is 0 where all points have a margin of more than 1
// loses: HingeGrad: takes the mean over all points, even those without a loss
// loses: HingeGrad: is the derivative of the hinge with respect to w
// loses: HingeGrad: is the derivative of the hinge with respect to b

package answers

// HingeGrad pulls at all points.
func HingeGrad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	for i, x := range X {
		for j := range w {
			dw[j] -= t[i] * x[j] / float64(len(X))
		}
		db -= t[i] / float64(len(X))
	}
	return dw, db
}
