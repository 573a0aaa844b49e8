package rows_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/rows"
)

// build makes a sparse table by a Builder of dense values.
func build(n, d int, x []float64) rows.Rows {
	var b rows.Builder
	for i := range n {
		for j, v := range x[i*d : (i+1)*d] {
			b.Add(j, v)
		}
		b.EndRow()
	}
	return b.Sparse(d)
}

// Columns far from 0 that are never 0, 0 in one row, and 0 in a quarter of
// them, beside mostly empty ones: the sums of squares about the mean keep the
// digits that their values have, which the difference of large sums would not.
func TestGramOfFullColumns(t *testing.T) {
	const n, d, lo = 200, 6, 20
	rng := rand.New(rand.NewPCG(2, 3))
	x := make([]float64, n*d)
	for i := range n {
		x[i*d] = 1e6 + rng.NormFloat64()
		if i != 50 {
			x[i*d+2] = 1e6 + rng.NormFloat64()
		}
		if i%4 != 0 {
			x[i*d+3] = 1e6 + rng.NormFloat64()
		}
		for _, j := range []int{1, 4} {
			if rng.Float64() < 0.1 {
				x[i*d+j] = rng.NormFloat64()
			}
		}
		x[i*d+5] = -1e6
	}
	weight := positives(n, 4)
	shift, std := rows.Moments(rows.NewDense(n, d, x), weight, nil)
	h := make([]float64, (d+1)*(d+1))
	build(n, d, x).AddGram(h, lo, n, weight[lo:], shift)
	unit := append(std, 1) // the deviation of the constant column is 0: exact
	for a := range d + 1 {
		for b := a; b <= d; b++ {
			want := exactGram(x, weight, shift, d, a, b, lo, n)
			size := unit[a] * unit[b] * n
			if got := h[a*(d+1)+b]; math.Abs(got-want) > 1e-13*size {
				t.Errorf("h[%d][%d] = %v, exactly %v", a, b, got, want)
			}
		}
	}
}

// Grams are the matrices of AddGram, whatever columns are full, in parts or in one, with
// rows of no weight among them.
func TestGrams(t *testing.T) {
	const n, d, count, lo = 150, 7, 5, 11
	rng := rand.New(rand.NewPCG(8, 9))
	for _, filled := range []float64{0.05, 0.4, 1} {
		x, shift := make([]float64, n*d), normals(d, 3)
		for i := range x {
			if rng.Float64() < filled || i%d == 2 {
				x[i] = rng.NormFloat64()
			}
		}
		weights, one := normals(n*count, 4), make([]float64, n)
		for i := range n {
			if i%4 == 0 {
				clear(weights[i*count : (i+1)*count])
			} else {
				one[i] = 1
			}
		}
		sparse := build(n, d, x)
		if rows.NewGrams(rows.NewDense(n, d, x), lo, n, one[lo:], shift, count) != nil || rows.NewGrams(sparse, lo, n, one[lo:], shift, 2) != nil {
			t.Error("there are Grams of dense rows, or of two matrices")
		}
		g := rows.NewGrams(sparse, lo, n, one[lo:], shift, count)
		g.Add(lo, 70, weights[lo*count:70*count])
		g.Add(70, n, weights[70*count:])
		const size = (d + 1) * (d + 1)
		h := make([]float64, count*size)
		for i := range h {
			h[i] = 1 // to which they are added
		}
		g.AddTo(h)
		for c := range count {
			want, weight := make([]float64, size), make([]float64, n)
			for i := range want {
				want[i] = 1
			}
			for i := range weight {
				weight[i] = weights[i*count+c]
			}
			sparse.AddGram(want, lo, n, weight[lo:], shift)
			near(t, fmt.Sprintf("%v filled, matrix %d", filled, c), upper(h[c*size:(c+1)*size], d+1), upper(want, d+1))
		}
	}
}

// Only of tables that are larger than what is near the processor are rows asked for.
func TestPrefetcher(t *testing.T) {
	if rows.AsPrefetcher(rows.NewDense(100, 10, normals(1000, 1))) != nil {
		t.Error("rows of a small table are asked for")
	}
	const n, d = 600, 1000
	x := normals(n*d, 1)
	for name, x := range map[string]rows.Rows{"dense": rows.NewDense(n, d, x), "sparse": build(n, d, x)} {
		p := rows.AsPrefetcher(x)
		if p == nil {
			t.Errorf("%s: rows of a large table are not asked for", name)
			continue
		}
		for _, i := range []int{0, 1, n - 1} {
			p.Prefetch(i)
		}
	}
}

// exactGram returns Σ r(xₐ−mₐ)(x_b−m_b) in 200-bit arithmetic; x_d is 1.
func exactGram(x, r, shift []float64, d, a, b, lo, hi int) float64 {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	shifted := func(i, j int) *big.Float {
		if j == d {
			return number(1)
		}
		return new(big.Float).Sub(number(x[i*d+j]), number(shift[j]))
	}
	total := number(0)
	for i := lo; i < hi; i++ {
		p := new(big.Float).Mul(shifted(i, a), shifted(i, b))
		total.Add(total, p.Mul(p, number(r[i])))
	}
	sum, _ := total.Float64()
	return sum
}

func TestBuilder(t *testing.T) {
	var b rows.Builder
	b.EndRow() // no entries
	b.Add(1, 2.5)
	b.Add(2, 0)
	b.Add(rows.MaxColumns-1, -1)
	b.EndRow()
	b.Add(0, 4) // before the last column of the row above
	b.EndRow()
	x := b.Sparse(rows.MaxColumns)
	if n, d := x.Dims(); n != 3 || d != rows.MaxColumns {
		t.Fatalf("%d×%d", n, d)
	}
	for _, c := range []struct {
		i, j int
		want float64
	}{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 2.5}, {1, 2, 0}, {1, rows.MaxColumns - 1, -1}, {2, 0, 4}, {2, 1, 0}} {
		if got := x.At(c.i, c.j); got != c.want {
			t.Errorf("x[%d][%d] = %v, want %v", c.i, c.j, got, c.want)
		}
	}
	var none rows.Builder
	if n, d := none.Sparse(3).Dims(); n != 0 || d != 3 {
		t.Errorf("nothing is %d×%d", n, d)
	}
}

func TestBuilderOfColumnsThatDoNotIncrease(t *testing.T) {
	for name, columns := range map[string][]int{
		"twice": {1, 1}, "backwards": {2, 1}, "negative": {-1}, "too large": {rows.MaxWide},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			var b rows.Builder
			b.Add(5, 1)
			b.EndRow()
			for _, c := range columns {
				b.Add(c, 1)
			}
		})
	}
}
