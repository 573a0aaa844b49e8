// loses: IRLSStep: leaves its arguments as they were
package answers

// The new weights are written over the old ones.
func IRLSStep(X [][]float64, t, w []float64) ([]float64, error) {
	H := zeros(len(w), len(w))
	for _, x := range X {
		f := phi(x)
		y := sigmoid(dot(w, f))
		for i := range f {
			for j := range f {
				H[i][j] += y * (1 - y) * f[i] * f[j]
			}
		}
	}
	step, err := solve(H, gradient(X, t, w))
	for i := range step {
		w[i] -= step[i]
	}
	return w, err
}
