package metric

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// LogLoss returns the mean negative log-likelihood, or cross-entropy, of the
// n×K probabilities p of the classes (Chemnitz section 4, Edinburgh),
//
//	−Σ sᵢ log p[i, tᵢ] / Σ sᵢ
//
// with the natural logarithm, and NaN for no samples. It clips nothing: if a
// true class has probability 0, the loss is +Inf, where scikit-learn clips and
// returns about 36 for the sample. It does not normalise rows. A probability
// outside [0, 1] of a true class gives NaN. If the sample weights s are nil,
// every sample counts 1.
func LogLoss(t []int, p mat.Matrix, s []float64) float64 {
	n, k := dims(p)
	checkLengths("LogLoss", len(t), n, s)
	return mean(n, s, func(i int) float64 {
		checkColumn("LogLoss", i, t[i], k)
		q := p.At(i, t[i])
		if q > 1 {
			return math.NaN()
		}
		return -math.Log(q)
	})
}

// Brier returns the mean squared error of the probabilities p of class 1 (Brier,
// 1950) for targets 1 and 0,
//
//	Σ sᵢ (pᵢ − tᵢ)² / Σ sᵢ
//
// It lies between 0 and 1. It is NaN for no samples and for a probability
// outside [0, 1]. If the sample weights s are nil, every sample counts 1.
func Brier(t []int, p, s []float64) float64 {
	checkLengths("Brier", len(t), len(p), s)
	return mean(len(t), s, func(i int) float64 {
		checkBinary("Brier", i, t[i])
		return squaredError(p[i], t[i] == 1)
	})
}

// BrierClasses returns the mean, over the samples, of the squared errors of the
// n×K probabilities p summed over the classes, which is Brier's own definition,
//
//	Σᵢ sᵢ Σₖ (p[i, k] − [tᵢ = k])² / Σ sᵢ
//
// If rows sum to 1, it lies between 0 and 2; for two classes it is then twice
// that of [Brier]. It is NaN for no samples and for a probability outside
// [0, 1]. If the sample weights s are nil, every sample counts 1.
func BrierClasses(t []int, p mat.Matrix, s []float64) float64 {
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

// Hinge returns the mean hinge loss of scores, without the penalty of a support
// vector machine. If z is n×1, it holds the scores of class 1, and targets are 1
// and 0,
//
//	Σ sᵢ max(0, 1 − (2tᵢ − 1) zᵢ) / Σ sᵢ
//
// If z is n×K, it holds the scores of the K ≥ 2 classes (Crammer and Singer,
// 2001),
//
//	Σ sᵢ max(0, 1 − (z[i, tᵢ] − max z[i, k ≠ tᵢ])) / Σ sᵢ
//
// It is NaN for no samples. If the sample weights s are nil, every sample counts
// 1.
func Hinge(t []int, z mat.Matrix, s []float64) float64 {
	n, classes := dims(z)
	checkLengths("Hinge", len(t), n, s)
	return mean(n, s, func(i int) float64 {
		if classes == 1 {
			checkBinary("Hinge", i, t[i])
			return hinge(float64(2*t[i]-1) * z.At(i, 0))
		}
		checkColumn("Hinge", i, t[i], classes)
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
