// loses: Order: is random in secret
package answers

import "math/rand/v2"

func Order(n int, rng *rand.Rand) (order []int) {
	for i := range n {
		order = append(order, i)
	}
	return order
}
