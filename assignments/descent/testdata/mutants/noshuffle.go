// loses: Minibatches: makes other blocks in the next epoch
// loses: Minibatches: brings any two numbers together equally often
// loses: Minibatches: draws from rng, and from nothing else

package answers

import "math/rand/v2"

// Minibatches always cuts the same order.
func Minibatches(n, k int, rng *rand.Rand) [][]int {
	var blocks [][]int
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for start := 0; start < n; start += k {
		blocks = append(blocks, order[start:min(start+k, n)])
	}
	return blocks
}
