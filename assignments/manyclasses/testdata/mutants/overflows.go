// loses: Softmax: survives large scores
// loses: CrossEntropyGrad: has a finite loss for a hopeless sample
package answers

import "math"

// The formula as it is printed.
func Softmax(z []float64) []float64 {
	y, sum := make([]float64, len(z)), 0.0
	for j := range z {
		y[j] = math.Exp(z[j])
		sum += y[j]
	}
	for j := range y {
		y[j] /= sum
	}
	return y
}
