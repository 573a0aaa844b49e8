// loses: IRLSStep: gives each sample its own weight y(1 − y)
// loses: IRLSStep: copes with samples whose probability is 0 or 1
// loses: IRLSStep: jumps to the bottom of the parabola
// loses: IRLS: counts its steps
// loses: IRLS: brings the gradient to 0 in a few steps
package answers

// R is ¼ for all samples: the Hessian of the first step, for ever.
func IRLSStep(X [][]float64, t, w []float64) ([]float64, error) {
	H := zeros(len(w), len(w))
	for _, x := range X {
		f := phi(x)
		for i := range f {
			for j := range f {
				H[i][j] += f[i] * f[j] / 4
			}
		}
	}
	next, err := solve(H, gradient(X, t, w))
	for i := range next {
		next[i] = w[i] - next[i]
	}
	return next, err
}
