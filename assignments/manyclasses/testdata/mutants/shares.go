// loses: Softmax: gives each class its share of the sum of all eᶻ
// loses: Softmax: depends only on differences of scores
// loses: Softmax: survives large scores
// loses: CrossEntropyGrad: has the gradient (y − t) xᵀ for one sample
// loses: CrossEntropyGrad: takes the mean over the samples
// loses: CrossEntropyGrad: agrees with the slope that small changes of the weights show
// loses: CrossEntropyGrad: has a finite loss for a hopeless sample
// loses: Softmax: leaves the scores as they were
package answers

import "slices"

// Shares of the scores themselves, without the exponential.
func Softmax(z []float64) []float64 {
	y, least, sum := make([]float64, len(z)), slices.Min(z), 0.0
	for j := range z {
		y[j] = z[j] - least + 1
		sum += y[j]
	}
	for j := range y {
		y[j] /= sum
	}
	return y
}
