// loses: KFold: makes folds whose sizes differ by at most one
package answers

import "math/rand/v2"

// The last fold takes what is left over.
func KFold(n, k int, rng *rand.Rand) [][]int {
	order, folds := rng.Perm(n), make([][]int, k)
	for f := range folds {
		folds[f] = order[f*(n/k) : (f+1)*(n/k)]
	}
	folds[k-1] = order[(k-1)*(n/k):]
	return folds
}
