// Package answers has right answers that are written otherwise than the solution.
package answers

import "errors"

// LeastSquares solves for all targets at once, with Φ written out.
func LeastSquares(X, T [][]float64) ([][]float64, error) {
	var Phi [][]float64
	for _, x := range X {
		Phi = append(Phi, append([]float64{1}, x...))
	}
	PhiT := transposed(Phi)
	W, err := cholesky(times(PhiT, Phi), times(PhiT, T))
	if err != nil {
		return nil, err
	}
	return transposed(W), nil
}

func transposed(A [][]float64) [][]float64 {
	B := make([][]float64, len(A[0]))
	for j := range B {
		for i := range A {
			B[j] = append(B[j], A[i][j])
		}
	}
	return B
}

func times(A, B [][]float64) [][]float64 {
	C := make([][]float64, len(A))
	for i := range A {
		C[i] = make([]float64, len(B[0]))
		for k := len(B) - 1; k >= 0; k-- {
			for j := range C[i] {
				C[i][j] += A[i][k] * B[k][j]
			}
		}
	}
	return C
}

// cholesky solves A X = B by A = LDLᵀ, without square roots.
func cholesky(A, B [][]float64) ([][]float64, error) {
	n := len(A)
	L, D := make([][]float64, n), make([]float64, n)
	for i := range n {
		L[i] = make([]float64, n)
		for j := range i + 1 {
			sum := A[i][j]
			for k := range j {
				sum -= L[i][k] * D[k] * L[j][k]
			}
			if i == j {
				D[i], L[i][i] = sum, 1
			} else {
				L[i][j] = sum / D[j]
			}
		}
		if !(D[i] > 1e-11*A[i][i]) {
			return nil, errors.New("not positive definite")
		}
	}
	X := make([][]float64, n)
	for i := range n {
		X[i] = append([]float64(nil), B[i]...)
		for k := range i {
			for j := range X[i] {
				X[i][j] -= L[i][k] * X[k][j]
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := range X[i] {
			X[i][j] /= D[i]
			for k := i + 1; k < n; k++ {
				X[i][j] -= L[k][i] * X[k][j]
			}
		}
	}
	return X, nil
}
