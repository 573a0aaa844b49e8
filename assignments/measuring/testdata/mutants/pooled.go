// loses: GridSearch: scores each λ by the mean accuracy over the folds
package answers

import "slices"

// The hits of all folds are put together.
func GridSearch(X [][]float64, t []int, folds [][]int, lambdas []float64,
	fit func(X [][]float64, t []int, lambda float64) func(x []float64) int) (best float64, scores []float64) {
	scores = make([]float64, len(lambdas))
	for _, test := range folds {
		var trainX, testX [][]float64
		var trainT []int
		for n := range X {
			if !slices.Contains(test, n) {
				trainX, trainT = append(trainX, X[n]), append(trainT, t[n])
			}
		}
		for _, n := range test {
			testX = append(testX, X[n])
		}
		testX, trainX = Standardize(trainX, testX), Standardize(trainX, trainX)
		for i, lambda := range lambdas {
			predict := fit(trainX, trainT, lambda)
			for m, n := range test {
				if predict(testX[m]) == t[n] {
					scores[i] += 1 / float64(len(t))
				}
			}
		}
	}
	return lambdas[slices.Index(scores, slices.Max(scores))], scores
}
