package datasets

import "linclass/lclass"

// AND returns the truth table of x1 AND x2: 4×2, in the order 00, 01, 10, 11,
// classes "0" and "1" (KMITL, train a perceptron on AND). It is linearly
// separable.
func AND() *lclass.Data { return gate(0, 0, 0, 1) }

// OR returns the truth table of x1 OR x2, laid out like [AND]. It is linearly
// separable.
func OR() *lclass.Data { return gate(0, 1, 1, 1) }

// XOR returns the truth table of x1 XOR x2, laid out like [AND]. No line
// classifies more than three of the four samples (KMITL, problem of perceptron).
func XOR() *lclass.Data { return gate(0, 1, 1, 0) }

func gate(t ...int) *lclass.Data {
	return plane([][2]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, t, "0", "1")
}
