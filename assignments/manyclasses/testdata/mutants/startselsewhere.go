// loses: FitSoftmax: starts at 0 and steps against the gradient
// loses: FitSoftmax: records the loss before each epoch
// loses: FitSoftmax: does not care what the classes are called
package answers

// The weights do not start at 0.
func FitSoftmax(X [][]float64, t []int, K int, eta float64, epochs int) (W [][]float64, b, losses []float64) {
	W, b, losses = zeros(K, len(X[0])), make([]float64, K), make([]float64, epochs)
	for k := range W {
		for j := range W[k] {
			W[k][j] = 0.01 * float64(k+j)
		}
	}
	for e := range losses {
		loss, dW, db := CrossEntropyGrad(W, b, X, t)
		losses[e] = loss
		for k := range W {
			b[k] -= eta * db[k]
			for j := range W[k] {
				W[k][j] -= eta * dW[k][j]
			}
		}
	}
	return W, b, losses
}
