package metric

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Hinge returns the mean hinge loss of the scores z of class 1, without the
// penalty that a support vector machine adds,
//
//	(1/N) Σ max(0, 1 − (2tᵢ − 1) zᵢ)
//
// for targets 1 and 0, and NaN for no samples.
func Hinge(t []int, z []float64) float64 { return WeightedHinge(t, z, nil) }

// WeightedHinge is Hinge with a weight s for each sample.
func WeightedHinge(t []int, z, s []float64) float64 {
	checkLengths("Hinge", len(t), len(z), s)
	return mean(len(t), s, func(i int) float64 {
		checkBinary("Hinge", i, t[i])
		return hinge(float64(2*t[i]-1) * z[i])
	})
}

// HingeClasses returns the mean hinge loss of the n×K scores z of the classes,
// after Crammer and Singer (2001),
//
//	(1/N) Σᵢ max(0, 1 − (z[i, tᵢ] − max z[i, k ≠ tᵢ]))
//
// and NaN for no samples. It is 0 for a single class.
func HingeClasses(t []int, z mat.Matrix) float64 { return WeightedHingeClasses(t, z, nil) }

// WeightedHingeClasses is HingeClasses with a weight s for each sample.
func WeightedHingeClasses(t []int, z mat.Matrix, s []float64) float64 {
	n, classes := dims(z)
	checkLengths("HingeClasses", len(t), n, s)
	return mean(n, s, func(i int) float64 {
		checkColumn("HingeClasses", i, t[i], classes)
		other := math.Inf(-1)
		for k := range classes {
			if k != t[i] {
				other = math.Max(other, z.At(i, k))
			}
		}
		return hinge(z.At(i, t[i]) - other)
	})
}

func hinge(margin float64) float64 { return math.Max(0, 1-margin) }
