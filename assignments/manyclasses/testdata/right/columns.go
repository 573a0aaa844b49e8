package answers

// CrossEntropyGrad makes the errors of all samples first, a row for each class.
func CrossEntropyGrad(W [][]float64, b []float64, X [][]float64, t []int) (float64, [][]float64, []float64) {
	K, N := len(b), len(X)
	off := make([][]float64, K)
	for k := range off {
		off[k] = make([]float64, N)
	}
	var total float64
	for n := 0; n < N; n++ {
		z := make([]float64, K)
		for k := range z {
			z[k] = b[k]
			for j := range X[n] {
				z[k] += W[k][j] * X[n][j]
			}
		}
		total += logSumExp(z) - z[t[n]]
		for k, y := range Softmax(z) {
			off[k][n] = y
		}
		off[t[n]][n]--
	}
	dW, db := make([][]float64, K), make([]float64, K)
	for k := range dW {
		dW[k] = make([]float64, len(W[k]))
		for n := range X {
			db[k] += off[k][n]
		}
		db[k] /= float64(N)
		for j := range dW[k] {
			for n := range X {
				dW[k][j] += off[k][n] * X[n][j]
			}
			dW[k][j] /= float64(N)
		}
	}
	return total / float64(N), dW, db
}

// FitSoftmax makes new weights in each epoch.
func FitSoftmax(X [][]float64, t []int, K int, eta float64, epochs int) ([][]float64, []float64, []float64) {
	W, b, losses := make([][]float64, K), make([]float64, K), []float64{}
	for k := range W {
		W[k] = make([]float64, len(X[0]))
	}
	for ; epochs > 0; epochs-- {
		loss, dW, db := CrossEntropyGrad(W, b, X, t)
		losses = append(losses, loss)
		next := make([][]float64, K)
		for k := range next {
			for j := range W[k] {
				next[k] = append(next[k], W[k][j]-eta*dW[k][j])
			}
			b[k] -= eta * db[k]
		}
		W = next
	}
	return W, b, losses
}
