package parallel

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
)

// Values are sorted as slices.SortStableFunc sorts them where equal ones cannot be told
// apart, whatever their number.
func TestSorted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{0, 1, 2, 255, 1 << 14, 1<<14 + 1, 3<<14 - 1, 5<<14 + 77, 200_000} {
		x := make([]int, n)
		for i := range x {
			x[i] = rng.IntN(n/3 + 1)
		}
		want := slices.Sorted(slices.Values(x))
		if got := Sorted(x, cmp.Compare[int], nil); !slices.Equal(got, want) {
			t.Errorf("%d values are not in order", n)
		}
	}
}

// It asks whether to stop every few thousand values, and ends soon after it is to.
func TestSortedStops(t *testing.T) {
	const n = 300_000
	x := make([]int, n)
	for i := range x {
		x[i] = n - i
	}
	var compared, after atomic.Int64
	for _, at := range []int64{0, n, 10 * n, 15 * n} {
		compared.Store(0)
		after.Store(0)
		Sorted(slices.Clone(x), func(a, b int) int {
			if compared.Add(1) > at {
				after.Add(1)
			}
			return cmp.Compare(a, b)
		}, func() bool { return compared.Load() >= at })
		if after.Load() > 1<<20 {
			t.Errorf("stopped after %d comparisons, it makes %d more", at, after.Load())
		}
	}
}
