// loses: CrossEntropyGrad: has the loss log K where all scores are 0
// loses: CrossEntropyGrad: takes the mean over the samples
// loses: CrossEntropyGrad: agrees with the slope that small changes of the weights show
// loses: FitSoftmax: starts at 0 and steps against the gradient
// loses: FitSoftmax: records the loss before each epoch
package answers

// Loss and gradient are sums over the samples.
func CrossEntropyGrad(W [][]float64, b []float64, X [][]float64, t []int) (loss float64, dW [][]float64, db []float64) {
	dW, db = zeros(len(W), len(X[0])), make([]float64, len(b))
	for n, x := range X {
		z := scores(W, b, x)
		loss += logSumExp(z) - z[t[n]]
		for k, off := range Softmax(z) {
			if k == t[n] {
				off--
			}
			db[k] += off
			for j := range x {
				dW[k][j] += off * x[j]
			}
		}
	}
	return loss, dW, db
}
