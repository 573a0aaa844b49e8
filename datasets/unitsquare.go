package datasets

import "linclass/lclass"

// UnitSquare returns n×2 samples, uniform in the unit square, on the two sides
// of its diagonal (Chemnitz section 1, batch and online perceptron):
//
//	t = sign(x1 + x2 − 1), classes "-1" and "1"
//
// They are linearly separable, but nothing keeps samples away from the
// diagonal. An n below 2 counts as 2.
func UnitSquare(n int, seed uint64) *lclass.Data {
	r := generator(seed)
	points, t := make([][2]float64, max(n, 2)), make([]int, max(n, 2))
	for i := range points {
		points[i] = [2]float64{r.Float64(), r.Float64()}
		if lclass.Sign(points[i][0]+points[i][1]-1) > 0 {
			t[i] = 1
		}
	}
	return plane(points, t, "-1", "1")
}
