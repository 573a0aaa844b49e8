package rows_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/lclass/internal/rows"
)

const scale = 1. / 255

// twins are tables with the same values: dense, bytes, and float64 sparse.
type twins struct {
	n, d   int
	tables map[string]rows.Rows // without the dense one
	dense  rows.Rows
}

// newTwins draws n×d bytes of which the share full is not zero. Column 1 is
// zero everywhere, column 2 is 200 everywhere, and row 3 is empty but for it.
func newTwins(n, d int, full float64, seed uint64) twins {
	rng := rand.New(rand.NewPCG(seed, seed))
	bytes := make([]uint8, n*d)
	for i := range n {
		for j := range d {
			if rng.Float64() < full && i != 3 {
				bytes[i*d+j] = uint8(1 + rng.IntN(255))
			}
		}
		if d > 2 {
			bytes[i*d+1], bytes[i*d+2] = 0, 200
		}
	}
	x, doubles := make([]float64, n*d), make([]float64, n*d)
	for i, v := range bytes {
		x[i] = scale * float64(v)
		doubles[i] = float64(v)
	}
	return twins{n, d, map[string]rows.Rows{
		"bytes":   rows.NewSparse(n, d, bytes, scale),
		"float64": rows.NewSparse(n, d, doubles, scale),
		"built":   build(n, d, x),
	}, rows.NewDense(n, d, x)}
}

func normals(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 7))
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

func positives(n int, seed uint64) []float64 {
	x := normals(n, seed)
	for i, v := range x {
		x[i] = math.Abs(v)
	}
	x[0] = 0
	return x
}

// near compares sums of at most 1000 products of numbers of size 1 to 10, whose
// rounding is below 1000·10·ε ≈ 2e-12.
func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 2e-12) {
			t.Errorf("%s: value %d is %v, dense gives %v", what, i, got[i], want[i])
			return
		}
	}
}

func TestSparseIsDense(t *testing.T) {
	for _, size := range []struct {
		n, d int
		full float64
	}{{5, 3, .5}, {300, 20, .2}, {513, 70, .1}, {40, 7, 1}, {1, 4, .5}} {
		tw := newTwins(size.n, size.d, size.full, 1)
		n, d := tw.n, tw.d
		for kind, x := range tw.tables {
			t.Run(fmt.Sprintf("%s/%d×%d", kind, n, d), func(t *testing.T) {
				if gotN, gotD := x.Dims(); gotN != n || gotD != d {
					t.Fatalf("dimensions %d×%d", gotN, gotD)
				}
				got, want := make([]float64, d), make([]float64, d)
				for i := range n {
					x.Row(got, i)
					tw.dense.Row(want, i)
					for j := range d {
						if got[j] != want[j] || x.At(i, j) != want[j] || tw.dense.At(i, j) != want[j] {
							t.Fatalf("row %d is %v, want %v", i, got, want)
						}
					}
				}
				lo, hi := n/4, n
				for _, k := range []int{1, 3, 10} {
					w, b := normals(d*k, 2), normals(k, 3)
					z, zWant := make([]float64, (hi-lo)*k), make([]float64, (hi-lo)*k)
					x.Scores(z, lo, hi, k, w, b)
					tw.dense.Scores(zWant, lo, hi, k, w, b)
					near(t, "Scores", z, zWant)
					r := normals((hi-lo)*k, 4)
					g, gWant := normals(d*k, 5), normals(d*k, 5) // it adds to what is there
					x.AddGradient(g, lo, hi, k, r)
					tw.dense.AddGradient(gWant, lo, hi, k, r)
					near(t, "AddGradient", g, gWant)
				}
				weight, shift := positives(hi-lo, 6), normals(d, 8)
				h, hWant := normals((d+1)*(d+1), 9), normals((d+1)*(d+1), 9)
				x.AddGram(h, lo, hi, weight, shift)
				tw.dense.AddGram(hWant, lo, hi, weight, shift)
				near(t, "AddGram", upper(h, d+1), upper(hWant, d+1))
				sum, square, sumWant, squareWant := normals(d, 1), normals(d, 2), normals(d, 1), normals(d, 2)
				x.AddMoments(sum, square, lo, hi, weight, shift)
				tw.dense.AddMoments(sumWant, squareWant, lo, hi, weight, shift)
				near(t, "AddMoments: sum", sum, sumWant)
				near(t, "AddMoments: square", square, squareWant)
				low, high := x.Range(nil)
				lowWant, highWant := tw.dense.Range(nil)
				near(t, "Range: low", low, lowWant)
				near(t, "Range: high", high, highWant)
				index := []int{n - 1, 0, n / 2, 0}
				some, someWant := x.Subset(index), tw.dense.Subset(index)
				for i := range index {
					some.Row(got, i)
					someWant.Row(want, i)
					near(t, "Subset", got, want)
					tw.dense.Row(want, index[i])
					near(t, "row of Subset", got, want)
				}
			})
		}
	}
}

func upper(h []float64, p int) []float64 {
	var u []float64
	for i := range p {
		u = append(u, h[i*p+i:(i+1)*p]...)
	}
	return u
}

// AddGram against the definition, on more rows than a block of 256 and more
// columns than a strip of 64 has.
func TestGramByDefinition(t *testing.T) {
	const n, d = 300, 70
	x := normals(n*d, 1)
	weight, shift := positives(n, 2), normals(d, 3)
	h := make([]float64, (d+1)*(d+1))
	rows.NewDense(n, d, x).AddGram(h, 0, n, weight, shift)
	want := make([]float64, (d+1)*(d+1))
	phi := make([]float64, d+1)
	for i := range n {
		for j := range d {
			phi[j] = x[i*d+j] - shift[j]
		}
		phi[d] = 1
		for a := range phi {
			for b := range phi {
				want[a*(d+1)+b] += weight[i] * phi[a] * phi[b]
			}
		}
	}
	near(t, "AddGram", upper(h, d+1), upper(want, d+1))
}

// A weight of 0 is a row less, however many there are of them.
func TestGramOfFewRows(t *testing.T) {
	const n, d = 300, 5
	for name, x := range map[string]rows.Rows{
		"dense":  rows.NewDense(n, d, normals(n*d, 1)),
		"sparse": rows.NewSparse(n, d, normals(n*d, 1), 1),
	} {
		for _, each := range []int{1, 2, 3, 50, n} {
			shift, all := normals(d, 3), positives(n, 2)
			var index []int
			var left []float64
			for i := range n {
				if i%each == each-1 {
					index, left = append(index, i), append(left, all[i])
				} else {
					all[i] = 0
				}
			}
			h, want := make([]float64, (d+1)*(d+1)), make([]float64, (d+1)*(d+1))
			x.AddGram(h, 0, n, all, shift)
			x.Subset(index).AddGram(want, 0, len(index), left, shift)
			near(t, fmt.Sprint(name, ": one of ", each), upper(h, d+1), upper(want, d+1))
		}
	}
}

// The moments of mean + noise are compared with 200-bit arithmetic. Two
// passes leave ε·mean in the mean and, because the values themselves are
// rounded to ε·mean before anything is computed, nothing more in the
// deviation than a few ε.
func TestMomentsKeepTheirDigits(t *testing.T) {
	for _, mean := range []float64{0, 1, 1e6, 1e12} {
		const n = 1000
		x, weight := normals(n, 1), positives(n, 2)
		for i := range x {
			x[i] += mean
		}
		wantMean, wantStd := exactMoments(x, weight)
		gotMean, gotStd := rows.Moments(rows.NewDense(n, 1, x), weight, nil)
		if math.Abs(gotMean[0]-wantMean) > 1e-15*math.Max(1, math.Abs(mean)) {
			t.Errorf("mean %v, exactly %v", gotMean[0], wantMean)
		}
		if math.Abs(gotStd[0]-wantStd) > 1e-14*wantStd {
			t.Errorf("around %v: deviation %v, exactly %v", mean, gotStd[0], wantStd)
		}
	}
}

func exactMoments(x, weight []float64) (mean, std float64) {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	total, sum, square := number(0), number(0), number(0)
	for i, v := range x {
		w := number(weight[i])
		total.Add(total, w)
		sum.Add(sum, new(big.Float).Mul(w, number(v)))
	}
	sum.Quo(sum, total)
	for i, v := range x {
		e := new(big.Float).Sub(number(v), sum)
		e.Mul(e, e)
		square.Add(square, e.Mul(e, number(weight[i])))
	}
	square.Quo(square, total)
	mean, _ = sum.Float64()
	std, _ = square.Sqrt(square).Float64()
	return mean, std
}

// A column that is constant where the weight is not 0 has deviation 0 and its
// value, to the last bit, as the mean, whatever its size.
func TestMomentsOfConstantColumns(t *testing.T) {
	const n = 1000
	weight := positives(n, 3) // weight[0] is 0
	for _, value := range []float64{0, 0.1, -1. / 3, 1e12 / 3, 1e-12 / 3} {
		x := make([]float64, n)
		for i := range x {
			x[i] = value
		}
		x[0] = 5
		mean, std := rows.Moments(rows.NewDense(n, 1, x), weight, nil)
		if mean[0] != value || std[0] != 0 {
			t.Errorf("constant %v: mean %v, deviation %v", value, mean[0], std[0])
		}
	}
	for kind, x := range newTwins(n, 5, .3, 2).tables {
		mean, std := rows.Moments(x, weight, nil)
		for j, want := range map[int]float64{1: 0, 2: scale * 200} {
			if mean[j] != want || std[j] != 0 {
				t.Errorf("%s, constant %v: mean %v, deviation %v", kind, want, mean[j], std[j])
			}
		}
	}
}

// Of many rows a part gives the first means. The digits do not depend on how far
// from the others it is.
func TestMomentsOfManyRows(t *testing.T) {
	const n = 1<<16 + 100
	inPart := func(i int) bool { return i/rows.Block%16 == 0 }
	weight := positives(n, 1)
	for name, value := range map[string]func(i int) float64{
		"sorted":                  func(i int) float64 { return 1e3 + float64(i)/n },
		"constant":                func(int) float64 { return 1. / 3 },
		"constant but for one":    func(i int) float64 { return float64(1 - min(1, max(i-1000, 1000-i))) },
		"the part is far away":    func(i int) float64 { return float64(i%7) + map[bool]float64{true: 1e9}[inPart(i)] },
		"the part has no weight":  func(i int) float64 { return float64(i % 7) },
		"the part is one outlier": func(i int) float64 { return float64(i%7) + map[bool]float64{true: 1e12}[i == 3] },
	} {
		x, weight := make([]float64, n), slices.Clone(weight)
		for i := range x {
			x[i] = value(i)
			if name == "the part has no weight" && inPart(i) {
				weight[i] = 0
			}
		}
		wantMean, wantStd := exactMoments(x, weight)
		mean, std := rows.Moments(rows.NewDense(n, 1, x), weight, nil)
		if math.Abs(mean[0]-wantMean) > 1e-12*math.Abs(wantMean) || math.Abs(std[0]-wantStd) > 1e-12*wantStd {
			t.Errorf("%s: mean %v, deviation %v; exactly %v, %v", name, mean[0], std[0], wantMean, wantStd)
		}
	}
}

// Bytes around 250 have little variance about a large mean; the deviation must
// keep its digits there too.
func TestSparseMomentsOfFullColumns(t *testing.T) {
	const n = 2000
	x, exact := make([]uint8, n), make([]float64, n)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range x {
		x[i] = uint8(250 + rng.IntN(2))
		exact[i] = float64(x[i])
	}
	weight := positives(n, 1)
	wantMean, wantStd := exactMoments(exact, weight)
	mean, std := rows.Moments(rows.NewSparse(n, 1, x, 1), weight, nil)
	if math.Abs(mean[0]-wantMean) > 1e-13 || math.Abs(std[0]-wantStd) > 1e-13 {
		t.Errorf("mean %v, deviation %v; exactly %v, %v", mean[0], std[0], wantMean, wantStd)
	}
}

func TestTablesOfTheWrongSize(t *testing.T) {
	for name, f := range map[string]func(){
		"dense":   func() { rows.NewDense(2, 3, make([]float64, 5)) },
		"sparse":  func() { rows.NewSparse(2, 3, make([]uint8, 5), 1) },
		"columns": func() { rows.NewSparse(0, rows.MaxColumns+1, []uint8{}, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func TestNoRows(t *testing.T) {
	for name, x := range map[string]rows.Rows{"dense": rows.NewDense(0, 2, nil), "sparse": rows.NewSparse(0, 2, []uint8{}, 1)} {
		low, high := x.Range(nil)
		mean, std := rows.Moments(x, nil, nil)
		for _, v := range [][]float64{low, high, mean, std} {
			if v[0] != 0 || v[1] != 0 {
				t.Errorf("%s: no rows have range %v to %v, mean %v, deviation %v; want zeros", name, low, high, mean, std)
			}
		}
	}
}

func benchmark(b *testing.B, f func(x rows.Rows, z, w, bias []float64)) {
	const n, d, k = 2000, 784, 10
	tw := newTwins(n, d, .19, 1) // as full as MNIST
	w, bias, z := normals(d*k, 1), normals(k, 2), make([]float64, n*k)
	for name, x := range map[string]rows.Rows{"dense": tw.dense, "bytes": tw.tables["bytes"]} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f(x, z, w, bias)
			}
		})
	}
}

func BenchmarkScores(b *testing.B) {
	benchmark(b, func(x rows.Rows, z, w, bias []float64) { x.Scores(z, 0, 2000, 10, w, bias) })
}

func BenchmarkAddGradient(b *testing.B) {
	benchmark(b, func(x rows.Rows, z, w, _ []float64) { x.AddGradient(w, 0, 2000, 10, z) })
}

func TestRow(t *testing.T) {
	x := []float64{1, 0, 2, 3, 0, 0}
	dst := []float64{7, 7, 7}
	for name, c := range map[string]struct {
		table  rows.Rows
		copied bool
	}{"dense": {rows.NewDense(2, 3, x), false}, "sparse": {rows.NewSparse(2, 3, x, 1), true}} {
		got := rows.Row(c.table, dst, 1)
		if !slices.Equal(got, []float64{3, 0, 0}) || (&got[0] == &dst[0]) != c.copied {
			t.Errorf("%s: row %v, dst %v", name, got, dst)
		}
	}
}
