// Package newton is the lecture's Newton step for logistic regression in plain Go,
// without lclass. docs/newton.md walks from here to the code of the library.
package newton

import (
	"errors"
	"math"
)

var (
	errNotConverged = errors.New("newton: 25 steps were not enough")
	errSingular     = errors.New("newton: ΦᵀRΦ is singular: features depend on each other, or a line separates the classes")
)

// Fit returns the d+1 weights, the last one for the bias, with which the
// probabilities y = σ(Φw) of the n samples in X, n×d, fit their classes t best, 0 or
// 1 each. Every step is
//
//	w ← w − (ΦᵀRΦ)⁻¹ Φᵀ(y − t),  R = diag(y(1 − y))
//
// (Dongguk 3.2, equations 14 to 17). Rows of Φ are rows of X with a 1 at the end.
func Fit(X [][]float64, t []float64) ([]float64, error) {
	d := len(X[0]) + 1
	w, phi := make([]float64, d), make([]float64, d)
	phi[d-1] = 1
	for range 25 {
		g, H := make([]float64, d), square(d)
		for n, x := range X {
			copy(phi, x)
			y := sigmoid(dot(w, phi))
			for i := range d {
				g[i] += (y - t[n]) * phi[i]
				for j := range d {
					H[i][j] += y * (1 - y) * phi[i] * phi[j]
				}
			}
		}
		step, err := solve(H, g)
		if err != nil {
			return nil, err
		}
		for i := range w {
			w[i] -= step[i]
		}
		if dot(g, step) < 1e-12 {
			return w, nil
		}
	}
	return nil, errNotConverged
}

// solve returns x with H x = g for a symmetric positive definite H, by Cholesky's
// decomposition H = LLᵀ. It overwrites H.
func solve(H [][]float64, g []float64) ([]float64, error) {
	d := len(g)
	for j := range d {
		pivot := H[j][j] - dot(H[j][:j], H[j][:j])
		if pivot <= 1e-12*H[j][j] {
			return nil, errSingular
		}
		H[j][j] = math.Sqrt(pivot)
		for i := j + 1; i < d; i++ {
			H[i][j] = (H[i][j] - dot(H[i][:j], H[j][:j])) / H[j][j]
		}
	}
	x := make([]float64, d)
	for i := range d { // L z = g
		x[i] = (g[i] - dot(H[i][:i], x[:i])) / H[i][i]
	}
	for i := d - 1; i >= 0; i-- { // Lᵀ x = z
		for k := i + 1; k < d; k++ {
			x[i] -= H[k][i] * x[k]
		}
		x[i] /= H[i][i]
	}
	return x, nil
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

func dot(a, b []float64) float64 {
	var sum float64
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

func square(d int) [][]float64 {
	m := make([][]float64, d)
	for i := range m {
		m[i] = make([]float64, d)
	}
	return m
}
