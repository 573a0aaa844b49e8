// loses: HingeGrad: takes the mean over all points, even those without a loss
// loses: HingeGrad: is the mean of the gradients of the points

package answers

// HingeGrad divides by the number of the points that pull.
func HingeGrad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	pull := 0.0
	for i, x := range X {
		if t[i]*score(w, b, x) >= 1 {
			continue
		}
		pull++
		for j := range w {
			dw[j] -= t[i] * x[j]
		}
		db -= t[i]
	}
	for j := range dw {
		dw[j] /= max(1, pull)
	}
	return dw, db / max(1, pull)
}
