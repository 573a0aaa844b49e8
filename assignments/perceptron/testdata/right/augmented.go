package answers

import "slices"

// Score begins with the bias and counts the features down.
func Score(w []float64, b float64, x []float64) float64 {
	z := b
	for j := len(w) - 1; j >= 0; j-- {
		z += x[j] * w[j]
	}
	return z
}

// Step puts the bias into w as the weight of a constant input.
func Step(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64) {
	v, one := slices.Concat(w, []float64{b}), slices.Concat(x, []float64{1})
	z := 0.0
	for j := range v {
		z += v[j] * one[j]
	}
	y := -1.0
	if z >= 0 {
		y = +1
	}
	for j := range v {
		v[j] -= eta * y * one[j]
		v[j] += eta * t * one[j]
	}
	return v[:len(w)], v[len(w)]
}
