package datasets

import (
	"math"

	"linclass/lclass"
)

// ThreeClasses returns n×2 samples of three long clusters side by side on the
// diagonal (Dongguk figure 4; Bishop figure 4.5). In the coordinates a along
// and b across the diagonal,
//
//	x = a (1, 1)/√2 + b (1, −1)/√2
//	a | class "0", "1", "2" ~ N(−3, 1), N(0, 1), N(3, 1)
//	b | class "0", "1", "2" ~ N(0, 2²), N(0.6, 2²), N(0, 2²)
//
// Classes take turns. Least squares loses the middle class "1" (recall about 0.24),
// because its score hardly varies along the diagonal; softmax keeps it (about 0.88). An n
// below 3 counts as 3.
func ThreeClasses(n int, seed uint64) *lclass.Data {
	r := generator(seed)
	points, t := make([][2]float64, max(n, 3)), make([]int, max(n, 3))
	means := [][2]float64{{-3, 0}, {0, 0.6}, {3, 0}}
	for i := range points {
		t[i] = i % 3
		ab := normal(r, means[t[i]], [2]float64{1, 2})
		points[i] = [2]float64{(ab[0] + ab[1]) / math.Sqrt2, (ab[0] - ab[1]) / math.Sqrt2}
	}
	return plane(points, t, "0", "1", "2")
}
