package kernel_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/lclass/internal/kernel"
)

// The first numbers of SplitMix64 that begins at 0, as its authors publish them.
func TestScramble(t *testing.T) {
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := kernel.Scramble(uint64(i) * 0x9e3779b97f4a7c15); got != want {
			t.Errorf("number %d is %x, want %x", i, got, want)
		}
	}
}

func TestAddScrambled(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), 5e-324, 1e300, -1}
	kernel.EachSet(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 6))
		for n := range 40 {
			x := make([]float64, n)
			all := make([]uint64, n+2)
			for i := range x {
				if x[i] = rng.NormFloat64(); rng.IntN(3) == 0 {
					x[i] = special[rng.IntN(len(special))]
				}
			}
			for i := range all {
				all[i] = rng.Uint64()
			}
			target, times := rng.Uint64(), rng.Uint64()
			want := slices.Clone(all)
			for i, v := range x {
				bits := math.Float64bits(v)
				if v == 0 {
					bits = 0
				}
				want[i+1] += times * kernel.Scramble(target^bits)
			}
			kernel.AddScrambled(all[1:n+1], x, target, times)
			if !slices.Equal(all, want) {
				t.Errorf("n = %d: %x, want %x", n, all, want)
			}
		}
	})
}
