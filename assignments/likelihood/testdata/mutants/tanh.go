// loses: Sigmoid: makes probabilities of log-odds
// loses: Grad: is (y − t)x for a point, by w
// loses: Grad: is y − t for a point, by b
// loses: Fit: makes as many steps as it is told to
// loses: Sigmoid: turns log-odds into probabilities
// loses: Sigmoid: has the slope y(1 − y)
// loses: Grad: is the slope of the NLL by w
// loses: Grad: is the slope of the NLL by b
// loses: Grad: is 0 where the probability is the share
// loses: Fit: goes the way of the gradient, step by step
// loses: Fit: finds the probabilities of two groups

package answers

import "math"

// Sigmoid is a hyperbolic tangent, shifted.
func Sigmoid(z float64) float64 {
	return (1 + math.Tanh(z)) / 2
}
