package metric

// MSE returns the mean squared error of the predictions y (Chemnitz section 1,
// KMITL, regression),
//
//	mse = (1/N) Σ (tᵢ − yᵢ)²
//
// and NaN for no samples. With targets and predictions of ±1 it is four times
// the Error.
func MSE(t, y []float64) float64 { return WeightedMSE(t, y, nil) }

// WeightedMSE returns Σ sᵢ (tᵢ − yᵢ)² / Σ sᵢ.
func WeightedMSE(t, y, s []float64) float64 {
	checkLengths("MSE", len(t), len(y), s)
	return mean(len(t), s, func(i int) float64 { return (t[i] - y[i]) * (t[i] - y[i]) })
}
