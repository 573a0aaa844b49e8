// loses: IRLSStep: copes with samples whose probability is 0 or 1
package answers

// Equations 16 and 17 as printed: z divides by R.
func IRLSStep(X [][]float64, t, w []float64) ([]float64, error) {
	A, c := zeros(len(w), len(w)), make([]float64, len(w))
	for n, x := range X {
		f := phi(x)
		a := dot(w, f)
		y := sigmoid(a)
		r := y * (1 - y)
		z := a - (y-t[n])/r
		for i := range f {
			c[i] += r * z * f[i]
			for j := range f {
				A[i][j] += r * f[i] * f[j]
			}
		}
	}
	return solve(A, c)
}
