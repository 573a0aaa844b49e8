// loses: Minibatches: draws from rng, and from nothing else

package answers

import "math/rand/v2"

// Minibatches draws from a source of its own.
func Minibatches(n, k int, rng *rand.Rand) [][]int {
	var blocks [][]int
	order := rand.Perm(n)
	for start := 0; start < n; start += k {
		blocks = append(blocks, order[start:min(start+k, n)])
	}
	return blocks
}
