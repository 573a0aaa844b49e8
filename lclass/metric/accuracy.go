package metric

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Accuracy returns the share of samples whose prediction y is the target t
// (Chemnitz section 6, classification errors),
//
//	acc = Σ sᵢ [yᵢ = tᵢ] / Σ sᵢ
//
// and NaN for no samples. The error rate is 1 − acc. If the sample weights s are
// nil, every sample counts 1.
func Accuracy(t, y []int, s []float64) float64 {
	checkLengths("Accuracy", len(t), len(y), s)
	return mean(len(t), s, func(i int) float64 { return indicator(y[i] == t[i]) })
}

// TopK returns the share of samples whose true class has one of the k highest of
// the n×K scores, or probabilities, z. Of equal scores, the one of the lower
// class number comes first, as in the predictions of a model, so that
// TopK(t, z, 1, s) is their accuracy; in scikit-learn, the higher class number
// comes first. TopK is 1 if k ≥ K, and NaN for no samples or if a score is NaN. It
// panics if k < 1. If the sample weights s are nil, every sample counts 1.
func TopK(t []int, z mat.Matrix, k int, s []float64) float64 {
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

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
