package rows

import "math"

// Moments returns the weighted mean and 1/N standard deviation of each column;
// weight has one value a row. It takes two passes for the sake of the last
// digits. A column that is constant where the weight is not 0 has that value,
// to the last bit, as its mean and exactly 0 as its deviation. If no row
// counts all are 0.
func Moments(x Rows, weight []float64) (mean, std []float64) {
	n, d := x.Dims()
	var total float64
	counts := -1
	for i, w := range weight {
		total += w
		if w > 0 {
			counts = i
		}
	}
	mean, std = make([]float64, d), make([]float64, d)
	if counts < 0 {
		return mean, std
	}
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
			mean[j], std[j] = x.At(counts, j), 0
		}
	}
	return mean, std
}
