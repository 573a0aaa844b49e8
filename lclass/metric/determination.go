package metric

// R2 returns the coefficient of determination of the predictions y, the share of
// the spread of t that they explain,
//
//	R² = 1 − Σ (tᵢ − yᵢ)² / Σ (tᵢ − t̄)²
//
// It is 1 for no error, 0 for predictions as good as the mean of t, and below
// that for worse ones. If all t are the same it is NaN for no error and −Inf
// otherwise, where scikit-learn puts 1 and 0. It is NaN for no samples.
func R2(t, y []float64) float64 { return WeightedR2(t, y, nil) }

// WeightedR2 is R2 with a weight s for each sample, in the mean of t too.
func WeightedR2(t, y, s []float64) float64 {
	checkLengths("R2", len(t), len(y), s)
	first := 0 // a sample that counts; differences from it are exact where all are equal
	for first < len(t)-1 && weight(s, first) == 0 {
		first++
	}
	center := mean(len(t), s, func(i int) float64 { return t[i] - t[first] })
	spread := mean(len(t), s, func(i int) float64 {
		d := t[i] - t[first] - center
		return d * d
	})
	return 1 - WeightedMSE(t, y, s)/spread
}
