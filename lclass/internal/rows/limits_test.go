package rows_test

import (
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"linclass/lclass/internal/rows"
)

// A stopped look at the range is not kept: the next one is whole. What stops it may ask the
// table whether it has failed.
func TestRangeStops(t *testing.T) {
	const n, d = 3000, 2
	x := make([]float64, n*d)
	for i := range n {
		x[i*d], x[i*d+1] = float64(i)-100, -float64(i)-1
	}
	blocks := rows.NewBlocks(n, d, 256, 1, func(dst []float64, lo, hi int) error {
		copy(dst, x[lo*d:hi*d])
		return nil
	})
	for name, table := range map[string]rows.Rows{"dense": rows.NewDense(n, d, x), "sparse": rows.NewSparse(n, d, x, 1), "blocks": blocks} {
		for _, most := range []int64{0, 1, 3} {
			var looks atomic.Int64
			low, high := table.Range(func() bool { return looks.Add(1) > most || blocks.Err() != nil })
			if !math.IsNaN(low[0]) || !math.IsNaN(high[1]) {
				t.Errorf("%s: stopped, and the range is from %v to %v", name, low, high)
			}
		}
		low, high := table.Range(func() bool { return blocks.Err() != nil })
		if want := []float64{-100, -n}; !slices.Equal(low, want) {
			t.Errorf("%s: low %v, want %v", name, low, want)
		}
		if want := []float64{n - 101, -1}; !slices.Equal(high, want) {
			t.Errorf("%s: high %v, want %v", name, high, want)
		}
	}
}
