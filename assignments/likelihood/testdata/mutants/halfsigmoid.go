// loses: Sigmoid: is right for log-odds of 0, log 3 and −log 4
// loses: Sigmoid: is as far from 0 at −z as from 1 at z
// loses: Sigmoid: turns log-odds into probabilities
// loses: Sigmoid: has the slope y(1 − y)

package answers

import "math"

// Sigmoid forgets to divide where z is negative.
func Sigmoid(z float64) float64 {
	if z < 0 {
		return math.Exp(z)
	}
	return 1 / (1 + math.Exp(-z))
}

// Grad does not ask Sigmoid.
func Grad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	for i, x := range X {
		e := 1/(1+math.Exp(-score(w, b, x))) - t[i]
		for j := range w {
			dw[j] += e * x[j]
		}
		db += e
	}
	return dw, db
}
