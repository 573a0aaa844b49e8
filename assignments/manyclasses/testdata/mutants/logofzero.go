// loses: CrossEntropyGrad: has a finite loss for a hopeless sample
package answers

import "math"

// The loss is the logarithm of a probability that may be 0.
func CrossEntropyGrad(W [][]float64, b []float64, X [][]float64, t []int) (loss float64, dW [][]float64, db []float64) {
	N := float64(len(X))
	dW, db = zeros(len(W), len(X[0])), make([]float64, len(b))
	for n, x := range X {
		y := Softmax(scores(W, b, x))
		loss -= math.Log(y[t[n]]) / N
		for k, off := range y {
			if k == t[n] {
				off--
			}
			db[k] += off / N
			for j := range x {
				dW[k][j] += off * x[j] / N
			}
		}
	}
	return loss, dW, db
}
