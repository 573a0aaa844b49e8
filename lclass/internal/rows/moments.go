package rows

import (
	"math"

	"linclass/lclass/internal/kernel"
)

// Moments returns the weighted mean and 1/N standard deviation of each column;
// weight has one value a row. It takes two passes for the sake of the last
// digits. A column that is constant where the weight is not 0 has that value,
// to the last bit, as its mean and exactly 0 as its deviation. If no row
// counts all are 0.
func Moments(x Rows, weight []float64) (mean, std []float64) {
	_, d := x.Dims()
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
	sum, _ := sums(x, weight, mean)
	for j, s := range sum {
		mean[j] = s / total
	}
	sum, square := sums(x, weight, mean)
	for j, s := range square {
		correction := sum[j] / total
		mean[j] += correction
		std[j] = math.Sqrt(max(0, s/total-correction*correction))
		if std[j] <= 1e-14*math.Abs(mean[j]) {
			mean[j], std[j] = x.At(counts, j), 0
		}
	}
	return mean, std
}

// sums returns Σ r(x−shift) and Σ r(x−shift)² over all rows.
func sums(x Rows, r, shift []float64) (sum, square []float64) {
	n, d := x.Dims()
	parts := make([][2][]float64, Count(n, 1024, 2*d+1))
	Parts(n, len(parts), func(part, lo, hi int) {
		parts[part] = [2][]float64{make([]float64, d), make([]float64, d)}
		for ; lo < hi; lo += Block {
			end := min(lo+Block, hi)
			x.AddMoments(parts[part][0], parts[part][1], lo, end, r[lo:end], shift)
		}
	})
	sum, square = parts[0][0], parts[0][1]
	for _, p := range parts[1:] {
		kernel.Axpy(1, p[0], sum)
		kernel.Axpy(1, p[1], square)
	}
	return sum, square
}
