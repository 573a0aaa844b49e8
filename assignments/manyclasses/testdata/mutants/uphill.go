// loses: CrossEntropyGrad: has the gradient (y − t) xᵀ for one sample
// loses: CrossEntropyGrad: takes the mean over the samples
// loses: CrossEntropyGrad: agrees with the slope that small changes of the weights show
// loses: CrossEntropyGrad: has a finite loss for a hopeless sample
// loses: FitSoftmax: starts at 0 and steps against the gradient
// loses: FitSoftmax: records the loss before each epoch
// loses: FitSoftmax: reads digits that it has not seen
// loses: FitSoftmax: does not care what the classes are called
package answers

// The gradient is t − y: the direction of the step, not of the slope.
func CrossEntropyGrad(W [][]float64, b []float64, X [][]float64, t []int) (loss float64, dW [][]float64, db []float64) {
	N := float64(len(X))
	dW, db = zeros(len(W), len(X[0])), make([]float64, len(b))
	for n, x := range X {
		z := scores(W, b, x)
		loss += (logSumExp(z) - z[t[n]]) / N
		for k, off := range Softmax(z) {
			if k == t[n] {
				off--
			}
			db[k] -= off / N
			for j := range x {
				dW[k][j] -= off * x[j] / N
			}
		}
	}
	return loss, dW, db
}
