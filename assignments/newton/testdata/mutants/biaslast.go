// loses: LeastSquares: finds the line that the points lie on
// loses: LeastSquares: finds the best line where none fits
// loses: LeastSquares: has a row of W for each target, the bias first
// loses: LeastSquares: leaves an error that no weight can reduce
// loses: LeastSquares: has outputs that sum to 1 for one-hot targets
package answers

import "slices"

// The 1 is behind the features.
func LeastSquares(X, T [][]float64) (W [][]float64, err error) {
	M := len(X[0]) + 1
	for k := range T[0] {
		A, c := zeros(M, M), make([]float64, M)
		for n := range X {
			f := append(slices.Clone(X[n]), 1)
			for i := range f {
				c[i] += f[i] * T[n][k]
				for j := range f {
					A[i][j] += f[i] * f[j]
				}
			}
		}
		w, err := solve(A, c)
		if err != nil {
			return nil, err
		}
		W = append(W, w)
	}
	return W, nil
}
