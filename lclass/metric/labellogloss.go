package metric

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// LabelLogLoss returns the binary cross-entropy of the n×K probabilities p of
// labels, of which a sample may have several or none (Chemnitz section 5),
//
//	−(1/N) Σᵢ Σₖ (t[i, k] log p[i, k] + (1 − t[i, k]) log(1 − p[i, k]))
//
// for t as [LabelCounts] has it. It is the sum of the log-losses of the labels.
// Like [LogLoss] it clips nothing, and is NaN for no samples and for a
// probability outside [0, 1].
func LabelLogLoss(t, p mat.Matrix) float64 { return WeightedLabelLogLoss(t, p, nil) }

// WeightedLabelLogLoss is LabelLogLoss with a weight s for each sample.
func WeightedLabelLogLoss(t, p mat.Matrix, s []float64) float64 {
	n, labels := dims(t)
	checkScores("LabelLogLoss", t, p, s)
	return mean(n, s, func(i int) float64 {
		var sum float64
		for k := range labels {
			q := p.At(i, k)
			switch has := isSet("LabelLogLoss", t, i, k); {
			case q < 0 || q > 1:
				return math.NaN()
			case has:
				sum -= math.Log(q)
			default:
				sum -= math.Log1p(-q)
			}
		}
		return sum
	})
}
