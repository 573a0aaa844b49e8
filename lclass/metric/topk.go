package metric

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// TopK returns the share of samples whose true class has one of the k highest of
// the n×K scores, or probabilities, z. Among equal scores the class of the lower
// number comes first, as in the predictions of a model, so that TopK(t, z, 1) is
// their accuracy; scikit-learn has the higher one first. It is 1 if k is K or
// more, and NaN for no samples. A sample with a score that is NaN makes it NaN. It
// panics if k is below 1.
func TopK(t []int, z mat.Matrix, k int) float64 { return WeightedTopK(t, z, k, nil) }

// WeightedTopK is TopK with a weight s for each sample.
func WeightedTopK(t []int, z mat.Matrix, k int, s []float64) float64 {
	n, classes := dims(z)
	checkLengths("TopK", len(t), n, s)
	if k < 1 {
		panic(fmt.Sprintf("metric: TopK: the k highest of %d classes with k = %d; it must be 1 or more", classes, k))
	}
	return mean(n, s, func(i int) float64 {
		checkColumn("TopK", i, t[i], classes)
		var before int
		for c := range classes {
			switch own, other := z.At(i, t[i]), z.At(i, c); {
			case math.IsNaN(other):
				return math.NaN()
			case other > own || other == own && c < t[i]:
				before++
			}
		}
		return indicator(before < k)
	})
}
