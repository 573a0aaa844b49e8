// loses: HingeGrad: falls by tx for each point with a margin of less than 1
// loses: HingeGrad: has a derivative with respect to b, too
// loses: HingeGrad: is the derivative of the hinge with respect to w
// loses: HingeGrad: is the derivative of the hinge with respect to b

package answers

// HingeGrad pulls only at points on the wrong side.
func HingeGrad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	for i, x := range X {
		if t[i]*score(w, b, x) >= 0 {
			continue
		}
		for j := range w {
			dw[j] -= t[i] * x[j] / float64(len(X))
		}
		db -= t[i] / float64(len(X))
	}
	return dw, db
}
