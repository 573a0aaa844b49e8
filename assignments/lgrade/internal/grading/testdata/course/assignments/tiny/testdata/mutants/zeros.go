// loses: Order: has every number once
// loses: Order: is random in secret
package answers

import "math/rand/v2"

func Order(n int, rng *rand.Rand) []int { return make([]int, n) }
