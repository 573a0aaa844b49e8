package metric

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Brier returns the mean squared error of the probabilities p of class 1 (Brier,
// 1950),
//
//	(1/N) Σ (pᵢ − tᵢ)²
//
// for targets 1 and 0. It lies between 0 and 1, is NaN for no samples, and for a
// probability outside [0, 1].
func Brier(t []int, p []float64) float64 { return WeightedBrier(t, p, nil) }

// WeightedBrier returns Σ sᵢ (pᵢ − tᵢ)² / Σ sᵢ.
func WeightedBrier(t []int, p, s []float64) float64 {
	checkLengths("Brier", len(t), len(p), s)
	return mean(len(t), s, func(i int) float64 {
		checkBinary("Brier", i, t[i])
		return squaredError(p[i], t[i] == 1)
	})
}

// BrierClasses returns the sum over the classes of the squared errors of the n×K
// probabilities p, which is Brier's own definition,
//
//	(1/N) Σᵢ Σₖ (p[i, k] − [tᵢ = k])²
//
// For rows that sum to 1 it lies between 0 and 2; for two classes it is then
// twice that of [Brier].
func BrierClasses(t []int, p mat.Matrix) float64 { return WeightedBrierClasses(t, p, nil) }

// WeightedBrierClasses is BrierClasses with a weight s for each sample.
func WeightedBrierClasses(t []int, p mat.Matrix, s []float64) float64 {
	n, classes := dims(p)
	checkLengths("BrierClasses", len(t), n, s)
	return mean(n, s, func(i int) float64 {
		checkColumn("BrierClasses", i, t[i], classes)
		var sum float64
		for k := range classes {
			sum += squaredError(p.At(i, k), t[i] == k)
		}
		return sum
	})
}

func squaredError(p float64, is bool) float64 {
	if p < 0 || p > 1 {
		return math.NaN()
	}
	return (p - indicator(is)) * (p - indicator(is))
}

func checkColumn(name string, i, class, classes int) {
	if class < 0 || class >= classes {
		panic(fmt.Sprintf("metric: %s: target of sample %d is %d; there are columns for 0 to %d", name, i, class, classes-1))
	}
}
