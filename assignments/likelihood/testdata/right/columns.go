package answers

import "math"

// probabilities are those of class 1, all points at once.
func probabilities(w []float64, b float64, X [][]float64) []float64 {
	y := make([]float64, len(X))
	for j := range w {
		for i := range X {
			y[i] += w[j] * X[i][j]
		}
	}
	for i, z := range y {
		e := math.Exp(-math.Abs(z + b))
		y[i] = 1 / (1 + e)
		if z+b < 0 {
			y[i] = e / (1 + e)
		}
	}
	return y
}

// Grad is Xᵀ(y − t), a column at a time.
func Grad(w []float64, b float64, X [][]float64, t []float64) ([]float64, float64) {
	residual := probabilities(w, b, X)
	sum := 0.0
	for i := range residual {
		residual[i] -= t[i]
		sum += residual[i]
	}
	gradient := make([]float64, 0, len(w))
	for j := range w {
		slope := 0.0
		for i, r := range residual {
			slope += r * X[i][j]
		}
		gradient = append(gradient, slope)
	}
	return gradient, sum
}

// Fit keeps the bias as the last weight of points with a 1 at their end.
func Fit(X [][]float64, t []float64, eta float64, steps int) ([]float64, float64) {
	var rows [][]float64
	for _, x := range X {
		rows = append(rows, append(append([]float64{}, x...), 1))
	}
	v := make([]float64, len(X[0])+1)
	for ; steps > 0; steps-- {
		y := probabilities(v, 0, rows)
		for i, row := range rows {
			for j := range v {
				v[j] += eta * (t[i] - y[i]) * row[j] / float64(len(rows))
			}
		}
	}
	return v[:len(v)-1], v[len(v)-1]
}
