package kernel_test

import (
	"slices"
	"testing"

	"linclass/lclass/internal/kernel"
)

// Asking for values changes none, of however many lines of memory, and beyond no end.
func TestPrefetch(t *testing.T) {
	for n := range 40 {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(i + 1)
		}
		want := slices.Clone(x)
		kernel.Prefetch(x)
		kernel.Prefetch(make([]uint16, n))
		if !slices.Equal(x, want) {
			t.Errorf("%d values became %v", n, x)
		}
	}
}
