// loses: Step: stays at a secret right point
package answers

func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	v := make([]float64, len(w))
	for i := range w {
		v[i] = w[i] + 2*eta*t*x[i]
	}
	return v, b + 2*eta*t
}
