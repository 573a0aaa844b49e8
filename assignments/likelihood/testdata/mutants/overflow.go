// loses: Sigmoid: is a number for very large and very small z
// loses: Grad: is a number for very large scores
// loses: Sigmoid: is a probability for every float64 z

package answers

import "math"

// Sigmoid divides Inf by Inf.
func Sigmoid(z float64) float64 {
	return math.Exp(z) / (1 + math.Exp(z))
}
