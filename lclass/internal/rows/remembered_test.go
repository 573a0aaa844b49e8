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

// Moments of equal weights are remembered, those of others are not taken for them, and
// neither are those of a stopped look.
func TestMomentsAreRemembered(t *testing.T) {
	const n, d = 700, 3
	x := make([]float64, n*d)
	for i := range x {
		x[i] = float64(i % 7 * (i % 3))
	}
	ones, others := slices.Repeat([]float64{1}, n), make([]float64, n)
	for i := range others {
		others[i] = float64(1 + i%2)
	}
	var wide rows.Builder
	for i := range n {
		for j, v := range x[i*d : (i+1)*d] {
			wide.Add(j*rows.MaxColumns, v)
		}
		wide.EndRow()
	}
	for name, table := range map[string]func() rows.Rows{
		"dense":  func() rows.Rows { return rows.NewDense(n, d, x) },
		"sparse": func() rows.Rows { return rows.NewSparse(n, d, x, 1) },
		"wide":   func() rows.Rows { return wide.Sparse(1 + (d-1)*rows.MaxColumns) },
	} {
		used := table()
		if mean, _ := rows.Moments(used, ones, func() bool { return true }); !math.IsNaN(mean[0]) {
			t.Errorf("%s: stopped, and the mean is %v", name, mean[0])
		}
		for _, weight := range [][]float64{ones, others, ones} {
			mean, std := rows.Moments(used, weight, nil)
			wantMean, wantStd := rows.Moments(table(), weight, nil)
			if !slices.Equal(mean, wantMean) || !slices.Equal(std, wantStd) {
				t.Errorf("%s, weights %v…: moments of the column 0 are %v, %v, want %v, %v", name, weight[:2], mean[0], std[0], wantMean[0], wantStd[0])
			}
		}
		first, _ := rows.Moments(used, ones, nil)
		if again, _ := rows.Moments(used, ones, nil); &again[0] != &first[0] {
			t.Errorf("%s: found again", name)
		}
	}
}
