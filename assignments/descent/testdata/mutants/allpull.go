// loses: HingeGrad: is 0 where all points have a margin of more than 1
// loses: HingeGrad: takes the mean over all points, also those that do not pull
// loses: HingeGrad: is the slope of the hinge by w
// loses: HingeGrad: is the slope of the hinge by b

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
