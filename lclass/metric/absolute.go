package metric

import "math"

// MAE returns the mean absolute error of the predictions y,
//
//	(1/N) Σ |tᵢ − yᵢ|
//
// and NaN for no samples.
func MAE(t, y []float64) float64 { return WeightedMAE(t, y, nil) }

// WeightedMAE returns Σ sᵢ |tᵢ − yᵢ| / Σ sᵢ.
func WeightedMAE(t, y, s []float64) float64 {
	checkLengths("MAE", len(t), len(y), s)
	return mean(len(t), s, func(i int) float64 { return math.Abs(t[i] - y[i]) })
}
