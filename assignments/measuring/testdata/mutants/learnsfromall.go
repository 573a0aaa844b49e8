// loses: GridSearch: learns from the other folds alone
// loses: GridSearch: scales by the training samples alone
package answers

import "slices"

// The learner gets the samples of the fold, too.
func GridSearch(X [][]float64, t []int, folds [][]int, lambdas []float64,
	fit func(X [][]float64, t []int, lambda float64) func(x []float64) int) (best float64, scores []float64) {
	X, scores = Standardize(X, X), make([]float64, len(lambdas))
	for i, lambda := range lambdas {
		predict := fit(X, t, lambda)
		for _, test := range folds {
			right := 0.0
			for _, n := range test {
				if predict(X[n]) == t[n] {
					right++
				}
			}
			scores[i] += right / float64(len(test)) / float64(len(folds))
		}
	}
	return lambdas[slices.Index(scores, slices.Max(scores))], scores
}
