// loses: FitSoftmax: records the loss before each epoch
package answers

// The loss is that after the step.
func FitSoftmax(X [][]float64, t []int, K int, eta float64, epochs int) (W [][]float64, b, losses []float64) {
	W, b, losses = zeros(K, len(X[0])), make([]float64, K), make([]float64, epochs)
	for e := range losses {
		_, dW, db := CrossEntropyGrad(W, b, X, t)
		for k := range W {
			b[k] -= eta * db[k]
			for j := range W[k] {
				W[k][j] -= eta * dW[k][j]
			}
		}
		losses[e], _, _ = CrossEntropyGrad(W, b, X, t)
	}
	return W, b, losses
}
