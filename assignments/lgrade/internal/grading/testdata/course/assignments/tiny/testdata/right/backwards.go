package answers

import "math/rand/v2"

func Score(weights []float64, bias float64, x []float64) (z float64) {
	for i := len(x) - 1; i >= 0; i-- {
		z += x[i] * weights[i]
	}
	return z + bias
}

func Order(n int, rng *rand.Rand) []int { return rng.Perm(n) }
