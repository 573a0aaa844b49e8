// loses: Grad: has dw = (y − t)x for a single point
// loses: Grad: has db = y − t for a single point
// loses: Grad: is the derivative of the NLL with respect to w
// loses: Grad: is the derivative of the NLL with respect to b

package answers

// Grad points down.
func Grad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	for i, x := range X {
		e := t[i] - Sigmoid(score(w, b, x))
		for j := range w {
			dw[j] += e * x[j]
		}
		db += e
	}
	return dw, db
}

// Fit has a gradient of its own.
func Fit(X [][]float64, t []float64, eta float64, steps int) (w []float64, b float64) {
	w = make([]float64, len(X[0]))
	for range steps {
		v := make([]float64, len(w))
		copy(v, w)
		c := b
		for i, x := range X {
			e := eta * (t[i] - Sigmoid(score(v, c, x))) / float64(len(X))
			for j := range w {
				w[j] += e * x[j]
			}
			b += e
		}
	}
	return w, b
}
