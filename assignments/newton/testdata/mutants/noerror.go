// loses: LeastSquares: returns an error where there is no single solution, and only there
package answers

// What solve says is not passed on.
func LeastSquares(X, T [][]float64) (W [][]float64, err error) {
	M := len(X[0]) + 1
	for k := range T[0] {
		A, c := zeros(M, M), make([]float64, M)
		for n := range X {
			f := phi(X[n])
			for i := range f {
				c[i] += f[i] * T[n][k]
				for j := range f {
					A[i][j] += f[i] * f[j]
				}
			}
		}
		w, _ := solve(A, c)
		W = append(W, w)
	}
	return W, nil
}
