package rows_test

import (
	"math"
	"slices"
	"testing"

	"linclass/lclass/internal/rows"
)

func TestFar(t *testing.T) {
	x := rows.NewDense(3, 6, []float64{
		1e6, -2026, 5, 0, 3, math.NaN(),
		1e6 + 2, -2025, 5, 1e9, 4, 1e6,
		1e6 + 1, -2027, 5, 2e9, 5, 1e6,
	})
	// A constant column and one with a 0 are not far.
	mean := []float64{1e6 + 1, -2026, 5, 1e9, 4, 1e6}
	low, high := x.Range(nil)
	if got, want := rows.Far(low, high, mean), []float64{1e6 + 1, -2026, 0, 0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("far by %v, want %v", got, want)
	}
	if got := rows.Far([]float64{1}, []float64{2}, []float64{1.5}); got != nil {
		t.Errorf("1 and 2 are far by %v", got)
	}
}

func TestCentred(t *testing.T) {
	values := []float64{
		1e6, 0, 7,
		1e6 + 3, 2, 0,
		1e6 + 1, 0, 0,
		1e6 + 2, 1, -7,
	}
	blocks := rows.NewBlocks(4, 3, 2, 1, func(x []float64, lo, hi int) error {
		copy(x, values[3*lo:3*hi])
		return nil
	})
	for name, x := range map[string]rows.Rows{
		"dense": rows.NewDense(4, 3, values), "sparse": rows.NewSparse(4, 3, values, 1), "blocks": blocks,
	} {
		for _, mean := range [][]float64{{1e6 + 1, 0, 0}, {1e6 + 1, 0.75, 2}} {
			c := rows.Centred(x, mean)
			_, sparse := c.(*rows.Sparse[float64])
			if want := name == "sparse" && mean[1] == 0; sparse != want {
				t.Errorf("%s, %v taken off: sparse is %v", name, mean, sparse)
			}
			for i := range 4 {
				for j := range 3 {
					if got, want := c.At(i, j), values[3*i+j]-mean[j]; got != want {
						t.Errorf("%s: row %d, column %d is %v, want %v", name, i, j, got, want)
					}
				}
			}
		}
	}
}
