// loses: LeastSquares: has a row of W for each target, the bias first
// loses: LeastSquares: leaves an error that no weight can reduce
// loses: LeastSquares: has outputs that sum to 1 for one-hot targets
package answers

// Only the first target is learnt.
func LeastSquares(X, T [][]float64) (W [][]float64, err error) {
	M := len(X[0]) + 1
	A, c := zeros(M, M), make([]float64, M)
	for n := range X {
		f := phi(X[n])
		for i := range f {
			c[i] += f[i] * T[n][0]
			for j := range f {
				A[i][j] += f[i] * f[j]
			}
		}
	}
	w, err := solve(A, c)
	return [][]float64{w}, err
}
