// loses: GridSearch: scales by the training samples alone
package answers

import "slices"

// All samples are scaled before they are dealt: the test leaks into the training.
func GridSearch(X [][]float64, t []int, folds [][]int, lambdas []float64,
	fit func(X [][]float64, t []int, lambda float64) func(x []float64) int) (best float64, scores []float64) {
	X, scores = Standardize(X, X), make([]float64, len(lambdas))
	for _, test := range folds {
		var trainX [][]float64
		var trainT []int
		for n := range X {
			if !slices.Contains(test, n) {
				trainX, trainT = append(trainX, X[n]), append(trainT, t[n])
			}
		}
		for i, lambda := range lambdas {
			predict := fit(trainX, trainT, lambda)
			for _, n := range test {
				if predict(X[n]) == t[n] {
					scores[i] += 1 / float64(len(test)*len(folds))
				}
			}
		}
	}
	return lambdas[slices.Index(scores, slices.Max(scores))], scores
}
