// loses: Step: does not change the slice that it is given

package answers

// Step changes the w that it is given.
func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	y := -1.0
	if Score(w, b, x) >= 0 {
		y = 1
	}
	for i := range w {
		w[i] += eta * (t - y) * x[i]
	}
	return w, b + eta*(t-y)
}
