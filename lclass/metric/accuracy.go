package metric

// Accuracy returns the share of samples whose prediction y is the target t
// (Chemnitz section 6, classification errors),
//
//	acc = (1/N) Σ [yᵢ = tᵢ]
//
// and NaN for no samples.
func Accuracy(t, y []int) float64 { return WeightedAccuracy(t, y, nil) }

// WeightedAccuracy returns Σ sᵢ [yᵢ = tᵢ] / Σ sᵢ.
func WeightedAccuracy(t, y []int, s []float64) float64 {
	checkLengths("Accuracy", len(t), len(y), s)
	return mean(len(t), s, func(i int) float64 { return indicator(y[i] == t[i]) })
}

// Error returns the share of samples whose prediction y is not the target t,
// ε = 1 − acc (Chemnitz section 6, classification errors), and NaN for no samples.
func Error(t, y []int) float64 { return WeightedError(t, y, nil) }

// WeightedError returns Σ sᵢ [yᵢ ≠ tᵢ] / Σ sᵢ.
func WeightedError(t, y []int, s []float64) float64 {
	checkLengths("Error", len(t), len(y), s)
	return mean(len(t), s, func(i int) float64 { return indicator(y[i] != t[i]) })
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
