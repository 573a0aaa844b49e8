// loses: Minibatches: brings any two numbers together equally often

package answers

import "math/rand/v2"

// Minibatches begins at a random place of a fixed order.
func Minibatches(n, k int, rng *rand.Rand) [][]int {
	var blocks [][]int
	order, first := make([]int, n), rng.IntN(n)
	for i := range order {
		order[i] = (first + i) % n
	}
	for start := 0; start < n; start += k {
		blocks = append(blocks, order[start:min(start+k, n)])
	}
	return blocks
}
