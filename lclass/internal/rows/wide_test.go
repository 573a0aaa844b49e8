package rows_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/lclass/internal/rows"
)

// wide makes a table of n×d with about per values a row, and the rows as maps.
func wide(n, d, per int) (rows.Rows, []map[int]float64) {
	rng := rand.New(rand.NewPCG(8, 9))
	var b rows.Builder
	entries := make([]map[int]float64, n)
	for i := range entries {
		entries[i] = map[int]float64{}
		var columns []int
		for range per {
			columns = append(columns, rng.IntN(d))
		}
		if i%3 == 0 {
			columns = append(columns, 0, rows.MaxColumns-1, rows.MaxColumns, d-1)
		}
		slices.Sort(columns)
		for _, c := range slices.Compact(columns) {
			entries[i][c] = rng.NormFloat64()
			b.Add(c, entries[i][c])
		}
		b.EndRow()
	}
	return b.Sparse(d), entries
}

// Whatever a wide table is asked, the values of its rows answer the same.
func TestWide(t *testing.T) {
	const n, d, k = 300, 3*rows.MaxColumns + 7, 2
	x, entries := wide(n, d, 20)
	if gotN, gotD := x.Dims(); gotN != n || gotD != d {
		t.Fatalf("%d×%d", gotN, gotD)
	}
	w, b, r := normals(d*k, 2), normals(k, 3), normals(n*k, 4)
	z, g := make([]float64, n*k), make([]float64, d*k)
	x.Scores(z, 0, n, k, w, b)
	x.AddGradient(g, 0, n, k, r)
	sum, square := make([]float64, d), make([]float64, d)
	shift := normals(d, 5)
	x.AddMoments(sum, square, 0, n, r[:n], shift)
	var total float64
	for _, v := range r[:n] {
		total += v
	}
	wantG := make([]float64, d*k)
	wantSum, wantSquare := make([]float64, d), make([]float64, d)
	for j, s := range shift {
		wantSum[j], wantSquare[j] = -total*s, total*s*s
	}
	low, high := x.Range(nil)
	row := make([]float64, d)
	q := make([]float64, n)
	rows.Distances(x, q, 0, n, shift)
	for i, entry := range entries {
		x.Row(row, i)
		score := slices.Clone(b)
		var distance float64
		for j, v := range row {
			if v != entry[j] || low[j] > v || high[j] < v {
				t.Fatalf("row %d, column %d: %v between %v and %v, want %v", i, j, v, low[j], high[j], entry[j])
			}
			distance += (v - shift[j]) * (v - shift[j])
		}
		for j, v := range entry {
			if x.At(i, j) != v {
				t.Errorf("At(%d, %d) = %v, want %v", i, j, x.At(i, j), v)
			}
			for c := range k {
				score[c] += v * w[j*k+c]
				wantG[j*k+c] += v * r[i*k+c]
			}
			wantSum[j] += r[i] * v
			wantSquare[j] += r[i] * (v*v - 2*v*shift[j])
		}
		for c, v := range score {
			if math.Abs(z[i*k+c]-v) > 1e-12 {
				t.Errorf("score %d of row %d is %v, want %v", c, i, z[i*k+c], v)
			}
		}
		if math.Abs(q[i]-distance) > 1e-9*distance {
			t.Errorf("distance of row %d is %v, want %v", i, q[i], distance)
		}
	}
	for what, pair := range map[string][2][]float64{"gradient": {g, wantG}, "sum": {sum, wantSum}, "squares": {square, wantSquare}} {
		for j, v := range pair[0] {
			if math.Abs(v-pair[1][j]) > 1e-11 {
				t.Fatalf("%s: %v in column %d, want %v", what, v, j, pair[1][j])
			}
		}
	}
	index := []int{5, 299, 5, 0}
	sub := x.Subset(index)
	some := []int{0, rows.MaxColumns - 1, rows.MaxColumns, d - 1}
	columns := rows.Columns(x, some)
	centred := rows.Centred(x, make([]float64, d))
	for at, i := range index {
		for j, v := range entries[i] {
			if sub.At(at, j) != v || centred.At(i, j) != v {
				t.Errorf("row %d, column %d: %v in a subset, %v centred, want %v", i, j, sub.At(at, j), centred.At(i, j), v)
			}
		}
		for to, j := range some {
			if columns.At(i, to) != entries[i][j] {
				t.Errorf("row %d, column %d alone: %v, want %v", i, j, columns.At(i, to), entries[i][j])
			}
		}
	}
}
