// loses: Sigmoid: is right for log-odds of 0, log 3 and −log 4
// loses: Grad: has dw = (y − t)x for a single point
// loses: Grad: has db = y − t for a single point
// loses: Fit: makes the given number of steps
// loses: Sigmoid: turns log-odds into probabilities
// loses: Sigmoid: has the slope y(1 − y)
// loses: Grad: is the derivative of the NLL with respect to w
// loses: Grad: is the derivative of the NLL with respect to b
// loses: Grad: is 0 where the probability equals the share of class 1
// loses: Fit: follows the gradient, step by step
// loses: Fit: finds the probabilities of two groups

package answers

import "math"

// Sigmoid is a hyperbolic tangent, shifted.
func Sigmoid(z float64) float64 {
	return (1 + math.Tanh(z)) / 2
}
