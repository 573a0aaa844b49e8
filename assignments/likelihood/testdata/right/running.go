package answers

import "math"

// GaussMLE updates mean and sum of squares value by value (Welford).
func GaussMLE(x []float64) (mu, variance float64) {
	squares := 0.0
	for i, v := range x {
		before := v - mu
		mu += before / float64(i+1)
		squares += before * (v - mu)
	}
	return mu, squares / float64(len(x))
}

// Sigmoid is a shifted hyperbolic tangent.
func Sigmoid(z float64) float64 { return 0.5 * (1 + math.Tanh(0.5*z)) }

// NLL asks each point for the score of its own class against the other.
func NLL(w []float64, b float64, X [][]float64, t []float64) (nll float64) {
	for i := len(X) - 1; i >= 0; i-- {
		z := b
		for j := range X[i] {
			z += X[i][j] * w[j]
		}
		if t[i] == 1 {
			z = -z
		}
		if z > 30 { // log(1 + eᶻ), rounded
			nll += z
		} else {
			nll += math.Log(1 + math.Exp(z))
		}
	}
	return nll
}
