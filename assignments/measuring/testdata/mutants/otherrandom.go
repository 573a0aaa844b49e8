// loses: KFold: splits at random, with rng alone
package answers

import "math/rand/v2"

// The order comes from elsewhere: no run can be repeated.
func KFold(n, k int, _ *rand.Rand) [][]int {
	folds := make([][]int, k)
	for i, sample := range rand.Perm(n) {
		folds[i%k] = append(folds[i%k], sample)
	}
	return folds
}
