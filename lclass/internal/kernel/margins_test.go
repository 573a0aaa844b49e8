package kernel_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/lclass/internal/kernel"
)

func TestMargins(t *testing.T) {
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 7))
		for k := 2; k <= kernel.Line+1; k++ {
			for _, n := range []int{0, 1, 2, 17} {
				z, _ := guarded(wholes(rng, n*k))
				class, want := make([]int, n), make([]float64, n)
				for i := range class {
					class[i] = rng.IntN(k)
					others := slices.Clone(z[i*k : (i+1)*k])
					own := others[class[i]]
					want[i] = own - slices.Max(slices.Delete(others, class[i], class[i]+1))
				}
				margin, intact := guarded(make([]float64, n))
				kernel.Margins(margin, z, k, class)
				if !slices.Equal(margin, want) || !intact() {
					t.Errorf("n = %d, k = %d: %v, want %v", n, k, margin, want)
				}
			}
		}
	})
}

func BenchmarkMargins(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 7))
	const n, k = 256, 10
	z, margin, class := wholes(rng, n*k), make([]float64, n), make([]int, n)
	for i := range class {
		class[i] = rng.IntN(k)
	}
	kernel.BenchEachSet(b, func(b *testing.B) {
		for b.Loop() {
			kernel.Margins(margin, z, k, class)
		}
		perSecond(b, "Grows/s", n)
	})
}
