package metric

import "math"

// MSE returns the mean squared error of the predictions y (Chemnitz section 1,
// KMITL, regression),
//
//	mse = Σ sᵢ (tᵢ − yᵢ)² / Σ sᵢ
//
// and NaN for no samples. For targets and predictions of ±1 it is four times the
// error rate. If the sample weights s are nil, every sample counts 1.
func MSE(t, y, s []float64) float64 {
	checkLengths("MSE", len(t), len(y), s)
	return mean(len(t), s, func(i int) float64 { return (t[i] - y[i]) * (t[i] - y[i]) })
}

// MAE returns the mean absolute error of the predictions y,
//
//	Σ sᵢ |tᵢ − yᵢ| / Σ sᵢ
//
// and NaN for no samples. If the sample weights s are nil, every sample counts 1.
func MAE(t, y, s []float64) float64 {
	checkLengths("MAE", len(t), len(y), s)
	return mean(len(t), s, func(i int) float64 { return math.Abs(t[i] - y[i]) })
}

// R2 returns the coefficient of determination of the predictions y, the share of
// the variance of t that they explain,
//
//	R² = 1 − Σ sᵢ (tᵢ − yᵢ)² / Σ sᵢ (tᵢ − t̄)²,  t̄ = Σ sᵢ tᵢ / Σ sᵢ
//
// It is 1 if there is no error, 0 for predictions as good as the mean of t, and
// negative for worse ones. If all t are equal, it is NaN without error and −Inf
// otherwise, where scikit-learn returns 1 and 0. It is NaN for no samples. If the
// sample weights s are nil, every sample counts 1.
func R2(t, y, s []float64) float64 {
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
	return 1 - MSE(t, y, s)/spread
}
