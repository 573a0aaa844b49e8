// loses: IRLSStep: makes the right step from w = 0
// loses: IRLSStep: gives each sample its own weight y(1 − y)
// loses: IRLSStep: copes with samples whose probability is 0 or 1
// loses: IRLSStep: jumps to the bottom of the parabola
// loses: IRLS: finds the weights with the least error
// loses: IRLS: counts its steps
// loses: IRLS: brings the gradient to 0 in a few steps
// loses: IRLS: respects the limit of steps
package answers

// The step is added.
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
	next, err := solve(H, gradient(X, t, w))
	for i := range next {
		next[i] += w[i]
	}
	return next, err
}
