package answers

import (
	"fmt"
	"math"
)

// IRLSStep solves the weighted least squares problem of equations 16 and 17,
// with R z in place of z, so that it never divides by R.
func IRLSStep(X [][]float64, t, w []float64) ([]float64, error) {
	A, c := make([][]float64, len(w)), make([][]float64, len(w))
	for i := range A {
		A[i], c[i] = make([]float64, len(w)), make([]float64, 1)
	}
	for n := len(X) - 1; n >= 0; n-- {
		a := activation(w, X[n])
		y := (1 + math.Tanh(a/2)) / 2
		r := y * (1 - y)
		rz := r*a - (y - t[n])
		for i := range A {
			c[i][0] += at(X[n], i) * rz
			for j := 0; j <= i; j++ {
				A[i][j] += at(X[n], i) * at(X[n], j) * r
				A[j][i] = A[i][j]
			}
		}
	}
	solution, err := cholesky(A, c)
	if err != nil {
		return nil, err
	}
	return transposed(solution)[0], nil
}

// IRLS asks after each step whether it should have been the last.
func IRLS(X [][]float64, t []float64, tol float64, most int) ([]float64, int, error) {
	w := make([]float64, len(X[0])+1)
	for s := 0; s <= most; s++ {
		if wrongSides(X, t, w) == 0 {
			return w, s, fmt.Errorf("separated after %d steps", s)
		}
		done := true
		for j := range w {
			slope := 0.0
			for n := range X {
				slope += at(X[n], j) * ((1+math.Tanh(activation(w, X[n])/2))/2 - t[n])
			}
			done = done && slope <= tol && slope >= -tol
		}
		if done {
			return w, s, nil
		}
		next, err := IRLSStep(X, t, w)
		if err != nil {
			return w, s, err
		}
		w = next
	}
	return nil, most, fmt.Errorf("%d steps are not enough", most)
}

func wrongSides(X [][]float64, t, w []float64) (count int) {
	for n := range X {
		if a := activation(w, X[n]); t[n] == 1 && a <= 0 || t[n] == 0 && a >= 0 {
			count++
		}
	}
	return count
}

// at returns component i of (1, x).
func at(x []float64, i int) float64 {
	if i == 0 {
		return 1
	}
	return x[i-1]
}

func activation(w, x []float64) float64 {
	var a float64
	for i := range w {
		a += w[i] * at(x, i)
	}
	return a
}
