// Package draw has the random data of hidden checks.
package draw

import "math/rand/v2"

// Numbers returns the random numbers of one check, by its number among those of an
// assignment.
func Numbers(seed, check uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, check)) }

// Normal returns n standard normal numbers.
func Normal(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}
