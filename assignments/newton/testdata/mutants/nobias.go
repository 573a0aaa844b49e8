// loses: LeastSquares: finds the line that the points lie on
// loses: LeastSquares: finds the best line where none fits
// loses: LeastSquares: has a row of W for each target, the bias first
// loses: LeastSquares: leaves an error that no weight can reduce
// loses: LeastSquares: has outputs that sum to 1 for one-hot targets
// loses: LeastSquares: returns an error where there is no single solution, and only there
package answers

// The bias stays 0.
func LeastSquares(X, T [][]float64) (W [][]float64, err error) {
	M := len(X[0])
	for k := range T[0] {
		A, c := zeros(M, M), make([]float64, M)
		for n, x := range X {
			for i := range x {
				c[i] += x[i] * T[n][k]
				for j := range x {
					A[i][j] += x[i] * x[j]
				}
			}
		}
		w, err := solve(A, c)
		if err != nil {
			return nil, err
		}
		W = append(W, append([]float64{0}, w...))
	}
	return W, nil
}
