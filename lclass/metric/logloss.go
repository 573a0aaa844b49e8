package metric

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// LogLoss returns the mean negative log-likelihood, or cross-entropy, of the
// n×K probabilities p of the classes (Chemnitz section 4, Edinburgh),
//
//	−(1/N) Σ log p[i, tᵢ]
//
// with the natural logarithm, and NaN for no samples. Nothing is clipped: a
// true class that was given probability 0 makes it +Inf, and scikit-learn,
// which clips, something near 36. Rows need not sum to 1 and are not made to; a
// probability outside [0, 1] for the true class makes it NaN.
func LogLoss(t []int, p mat.Matrix) float64 { return WeightedLogLoss(t, p, nil) }

// WeightedLogLoss returns −Σ sᵢ log p[i, tᵢ] / Σ sᵢ. A sample of weight 0 does
// not count, whatever its probability.
func WeightedLogLoss(t []int, p mat.Matrix, s []float64) float64 {
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
