// loses: FitSoftmax: starts at 0 and steps against the gradient
package answers

// The bias stays 0.
func FitSoftmax(X [][]float64, t []int, K int, eta float64, epochs int) (W [][]float64, b, losses []float64) {
	W, b, losses = zeros(K, len(X[0])), make([]float64, K), make([]float64, epochs)
	for e := range losses {
		loss, dW, _ := CrossEntropyGrad(W, b, X, t)
		losses[e] = loss
		for k := range W {
			for j := range W[k] {
				W[k][j] -= eta * dW[k][j]
			}
		}
	}
	return W, b, losses
}
