package rows

import "math"

// Moments returns the weighted mean and 1/N standard deviation of each column;
// weight has one value a row. It takes two passes for the sake of the last
// digits, and the deviation of a constant column is exactly 0.
func Moments(x Rows, weight []float64) (mean, std []float64) {
	n, d := x.Dims()
	var total float64
	for _, w := range weight {
		total += w
	}
	mean, std = make([]float64, d), make([]float64, d)
	sum := make([]float64, d)
	x.AddMoments(mean, sum, 0, n, weight, make([]float64, d))
	for j := range mean {
		mean[j] /= total
	}
	clear(sum)
	x.AddMoments(sum, std, 0, n, weight, mean)
	for j := range std {
		correction := sum[j] / total
		mean[j] += correction
		std[j] = math.Sqrt(max(0, std[j]/total-correction*correction))
		if std[j] <= 1e-14*math.Abs(mean[j]) {
			std[j] = 0
		}
	}
	return mean, std
}
