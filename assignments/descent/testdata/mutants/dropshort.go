// loses: Minibatches: has every number once
// loses: Minibatches: makes blocks of k numbers, and the last as short as it must be
// loses: Minibatches: has every number once, whatever n and k are
// loses: Minibatches: has blocks of k, except for the last, whatever n and k are

package answers

import "math/rand/v2"

// Minibatches leaves out a short block.
func Minibatches(n, k int, rng *rand.Rand) [][]int {
	var blocks [][]int
	order := rng.Perm(n)
	for start := 0; start+k <= n; start += k {
		blocks = append(blocks, order[start:start+k])
	}
	return blocks
}
