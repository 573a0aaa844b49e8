package rows_test

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"linclass/lclass/internal/rows"
)

// A table by columns has the values of the table by rows, in panels or not.
func TestByColumn(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, d := range []int{5, rows.MaxColumns + 3} {
		var b rows.Builder
		const n = 600
		for range n {
			for j := range d {
				if j < 3 || j > d-3 {
					if r.IntN(2) == 0 {
						b.Add(j, r.NormFloat64())
					}
				}
			}
			b.EndRow()
		}
		x := b.Sparse(d)
		by := rows.AsByColumn(x, nil)
		y, c := normals(n, 1), normals(n, 2)
		const k = 3
		scores, p := normals(n*k, 3), normals(n*k, 4)
		for _, j := range []int{0, 2, 3, d - 2, d - 1} {
			var dot, squares float64
			sum := append([]float64(nil), y...)
			entries := 0
			for i := range n {
				v := x.At(i, j)
				dot += v * y[i]
				squares += c[i] * v * v
				sum[i] += 2 * c[i] * v
				if v != 0 {
					entries++
				}
			}
			if row, _ := by.Column(j); len(row) != entries {
				t.Errorf("%d columns: column %d has %d entries, want %d", d, j, len(row), entries)
			}
			near(t, "product", []float64{by.Dot(j, y, 1, 0), by.Squares(j, c, nil, 1, 0)}, []float64{dot, squares})
			by.AddWeighted(j, 2, c, nil, 1, 0, y)
			near(t, "sum", y, sum)

			const a = 1
			var dotA, squaresA float64
			alone, mixed := slices.Clone(scores), slices.Clone(scores)
			for i := range n {
				v := x.At(i, j)
				own := p[i*k+a]
				dotA += v * scores[i*k+a]
				squaresA += c[i] * own * (1 - own) * v * v
				alone[i*k+a] += 2 * c[i] * v
				for b := range k {
					bend := -own * p[i*k+b]
					if b == a {
						bend += own
					}
					mixed[i*k+b] += 2 * c[i] * v * bend
				}
			}
			near(t, "product of a score", []float64{by.Dot(j, scores, k, a), by.Squares(j, c, nil, k, a), by.Squares(j, c, p, k, a)}, []float64{dotA, squares, squaresA})
			got := slices.Clone(scores)
			by.AddWeighted(j, 2, c, nil, k, a, got)
			near(t, "sum of a score", got, alone)
			by.AddWeighted(j, 2, c, p, k, a, scores)
			near(t, "sum of scores that mix", scores, mixed)
		}
	}
	if rows.AsByColumn(rows.NewDense(1, 1, []float64{1}), nil) != nil {
		t.Error("a dense table has sparse columns")
	}
}

// The copy asks whether to stop before each block of rows, and ends when it is to.
func TestByColumnStops(t *testing.T) {
	const n, d = 20 * rows.Block, 3
	for _, width := range []int{d, rows.MaxColumns + d} {
		var b rows.Builder
		for range n {
			b.Add(0, 1)
			b.Add(width-1, 2)
			b.EndRow()
		}
		x := b.Sparse(width)
		var looks atomic.Int64
		count := func(from int64) func() bool {
			looks.Store(0)
			return func() bool { return looks.Add(1) >= from }
		}
		if rows.AsByColumn(x, count(n)); looks.Load() < n/rows.Block {
			t.Errorf("%d columns: %d looks", width, looks.Load())
		}
		by := rows.AsByColumn(x, count(3))
		if _, value := by.Column(width - 1); value[n-1] != 0 {
			t.Errorf("%d columns: the last row is copied after the stop", width)
		}
	}
}
