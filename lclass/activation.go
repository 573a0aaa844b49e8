package lclass

import "math"

// Sign returns +1 for z ≥ 0 and −1 for z < 0 (Chemnitz section 1; the sign of
// 0 is +1 in all lectures that define it).
func Sign(z float64) float64 {
	if z >= 0 {
		return 1
	}
	return -1
}

// StepFunc returns 1 for z ≥ 0 and 0 for z < 0 (KMITL, activation functions).
func StepFunc(z float64) float64 {
	if z >= 0 {
		return 1
	}
	return 0
}

// Sigmoid returns σ(z) = 1/(1 + e⁻ᶻ) (Dongguk, equation 2). It neither
// overflows nor loses digits for scores far from 0.
func Sigmoid(z float64) float64 {
	if z >= 0 {
		return 1 / (1 + math.Exp(-z))
	}
	e := math.Exp(z)
	return e / (1 + e)
}

// SoftmaxTo sets y to the softmax of the scores z, yⱼ = exp(zⱼ)/Σₖ exp(zₖ) (Chemnitz
// section 4). y may be z. It panics if the lengths differ.
func SoftmaxTo(y, z []float64) {
	if len(y) != len(z) {
		panic("lclass: SoftmaxTo: y and z differ in length")
	}
	largest := math.Inf(-1)
	for _, v := range z {
		largest = max(largest, v)
	}
	var sum float64
	for j, v := range z {
		y[j] = math.Exp(v - largest)
		sum += y[j]
	}
	for j := range y {
		y[j] /= sum
	}
}

// Argmax returns the index of the largest score, the first one in a tie.
func Argmax(z []float64) int {
	best := 0
	for k, v := range z {
		if v > z[best] {
			best = k
		}
	}
	return best
}
