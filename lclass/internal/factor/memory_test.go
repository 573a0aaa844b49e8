package factor_test

import (
	"slices"
	"testing"

	"linclass/lclass/internal/factor"
)

// A matrix of memory that another had is 0, whatever their sizes, and may be empty.
func TestSymmetricIsZero(t *testing.T) {
	for range 3 {
		for _, p := range []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 0, 17, 15, 1, 1030, 1025, 1030} {
			m := factor.NewSymmetric(p)
			if got := m.SymmetricDim(); got != p {
				t.Fatalf("%d rows, want %d", got, p)
			}
			if p > 0 {
				data := m.RawSymmetric().Data
				if i := slices.IndexFunc(data, func(v float64) bool { return v != 0 }); i >= 0 {
					t.Fatalf("p = %d: value %d is %v", p, i, data[i])
				}
				for i := range data {
					data[i] = 7
				}
			}
			factor.Forget(m)
		}
	}
}
