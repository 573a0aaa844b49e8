// loses: HingeGrad: has a slope by b, too
// loses: HingeGrad: is the slope of the hinge by b

package answers

// HingeGrad has no slope by b.
func HingeGrad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	for i, x := range X {
		if t[i]*score(w, b, x) >= 1 {
			continue
		}
		for j := range w {
			dw[j] -= t[i] * x[j] / float64(len(X))
		}
	}
	return dw, db
}
