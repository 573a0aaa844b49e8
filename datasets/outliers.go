package datasets

import "linclass/lclass"

// Outliers returns (n+far)×2 samples: two clusters that are nearly linearly separable,
// followed by points far out on the correct side of the line (Dongguk figure 3; Bishop
// figure 4.4):
//
//	x | class "0" ~ N((−1, 1), 0.6² I),  x | class "1" ~ N((1, −1), 0.6² I)
//	far points of class "1" ~ N((12, −4), 0.6² I)
//
// The clusters have n samples together, in which classes take turns, and the same seed
// gives the same clusters for any far. With far = n/5, least squares, which wants every
// score to be ±1, misclassifies about 9 % of the samples of the clusters, and logistic
// regression fewer than 1 %. An n below 2 counts as 2, a far below 0 as 0.
func Outliers(n, far int, seed uint64) *lclass.Data {
	n, far = max(n, 2), max(far, 0)
	r := generator(seed)
	std := [2]float64{0.6, 0.6}
	points, t := make([][2]float64, n+far), make([]int, n+far)
	for i := range points {
		switch {
		case i >= n:
			t[i] = 1
			points[i] = normal(r, [2]float64{12, -4}, std)
		case i%2 == 0:
			points[i] = normal(r, [2]float64{-1, 1}, std)
		default:
			t[i] = 1
			points[i] = normal(r, [2]float64{1, -1}, std)
		}
	}
	return plane(points, t, "0", "1")
}
