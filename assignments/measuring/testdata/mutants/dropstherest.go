// loses: KFold: puts each sample into one fold
package answers

import "math/rand/v2"

// What is left over is in no fold.
func KFold(n, k int, rng *rand.Rand) [][]int {
	order, folds := rng.Perm(n), make([][]int, k)
	for f := range folds {
		folds[f] = order[f*(n/k) : (f+1)*(n/k)]
	}
	return folds
}
