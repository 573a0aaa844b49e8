package datasets

import "linclass/lclass"

// TwoGaussians returns n×2 samples of two round clouds that overlap (Chemnitz
// section 1, non-linearly separable datasets):
//
//	x | class "0" ~ N((−1, −1), I),  x | class "1" ~ N((1, 1), I)
//
// Classes take turns. The best line, x1 + x2 = 0, misclassifies Φ(−√2) = 7.9 % of all
// samples. An n below 2 counts as 2.
func TwoGaussians(n int, seed uint64) *lclass.Data {
	r := generator(seed)
	points, t := make([][2]float64, max(n, 2)), make([]int, max(n, 2))
	for i := range points {
		t[i] = i % 2
		mean := float64(2*t[i] - 1)
		points[i] = normal(r, [2]float64{mean, mean}, [2]float64{1, 1})
	}
	return plane(points, t, "0", "1")
}
