// loses: Minibatches: makes blocks of k numbers, and the last as short as it must be
// loses: Minibatches: has blocks of k, except for the last, whatever n and k are

package answers

import "math/rand/v2"

// Minibatches ends with an empty block where k divides n.
func Minibatches(n, k int, rng *rand.Rand) [][]int {
	var blocks [][]int
	order := rng.Perm(n)
	for start := 0; start <= n; start += k {
		blocks = append(blocks, order[start:min(start+k, n)])
	}
	return blocks
}
