package lclass_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// A hostile is data on the edge of what can be learnt, for k classes.
type hostile struct {
	name   string
	make   func(k int) (x *mat.Dense, class []int)
	weight func(i int) float64 // nil: none
	// least is the accuracy that a line with a maximum of the likelihood, or
	// the separating one, reaches.
	least float64
	// separated says for which k hyperplanes part some classes, but perhaps for
	// samples on them, so that without a penalty the likelihood has no maximum.
	separated []int
	// rounding of the loss where numbers cancel.
	rounding float64
	// far: so far from standardised that fits may end before they are done.
	far bool
	// dependent: features are linearly dependent.
	dependent bool
	// unit is the column whose values are beyond what can be squared.
	unit string
}

func (h hostile) separates(classes int) bool { return slices.Contains(h.separated, classes) }

// overlapping returns clouds whose values f changes.
func overlapping(n, d int, f func(i, j, class int, v float64) float64) func(k int) (*mat.Dense, []int) {
	return func(k int) (*mat.Dense, []int) {
		x, class := clouds(n, d, k, 2)
		x.Apply(func(i, j int, v float64) float64 { return f(i, j, class[i], v) }, x)
		return x, class
	}
}

// inColumn changes one column alone.
func inColumn(at int, f func(i, class int, v float64) float64) func(k int) (*mat.Dense, []int) {
	return overlapping(40, 3, func(i, j, class int, v float64) float64 {
		if j == at {
			return f(i, class, v)
		}
		return v
	})
}

func asDrawn(_, _, _ int, v float64) float64 { return v }

// only returns the same rows for two and three classes, which the first k of
// class number.
func only(x *mat.Dense, two, three []int) func(k int) (*mat.Dense, []int) {
	return func(k int) (*mat.Dense, []int) {
		if k == 2 {
			return x, two
		}
		return x, three
	}
}

var always = []int{2, 3}

var hostileData = []hostile{
	{name: "overlapping", make: overlapping(40, 3, asDrawn), least: 0.55},
	{name: "all columns constant", make: overlapping(40, 2, func(_, _, _ int, _ float64) float64 { return 1. / 3 }), dependent: true, least: 0.35},
	{name: "a constant column", make: inColumn(1, func(_, _ int, _ float64) float64 { return -1e9 / 7 }), dependent: true, least: 0.5},
	{name: "a column of zeros", make: inColumn(1, func(_, _ int, _ float64) float64 { return 0 }), dependent: true, least: 0.5},
	{name: "duplicate columns", make: func(k int) (*mat.Dense, []int) {
		x, class := clouds(40, 3, k, 2)
		var twins mat.Dense
		twins.Augment(x, x)
		return &twins, class
	}, dependent: true, least: 0.55},
	{name: "columns that are nearly the same", make: func(k int) (*mat.Dense, []int) {
		x, class := clouds(40, 3, k, 2)
		twins, noise := mat.NewDense(40, 4, nil), mat.Col(nil, 0, func() *mat.Dense { n, _ := clouds(40, 1, 2, 7); return n }())
		for i := range 40 {
			twins.SetRow(i, append(mat.Row(nil, i, x), x.At(i, 0)+1e-4*noise[i]))
		}
		return twins, class
	}, least: 0.55},
	{name: "n < d", make: func(k int) (*mat.Dense, []int) { return clouds(3*k, 20, k, 3) }, dependent: true, least: 1, separated: always},
	{name: "scales 1e-12 to 1e12", make: overlapping(40, 3, func(_, j, _ int, v float64) float64 { return []float64{1e-12, 1, 1e12}[j] * v }), least: 0.5, far: true},
	{name: "a row a class", make: func(k int) (*mat.Dense, []int) {
		return fromRows([][]float64{{-1}, {1}, {4}}[:k]), []int{0, 1, 2}[:k]
	}, least: 1, separated: always},
	{name: "a row a class, all the same", make: func(k int) (*mat.Dense, []int) {
		return fromRows([][]float64{{3}, {3}, {3}}[:k]), []int{0, 1, 2}[:k]
	}, dependent: true, least: 0.33},
	{name: "scores of ±1e4 at once", make: only(fromRows([][]float64{{-1e8}, {-1e4}, {1e4}, {1e8}}), []int{0, 0, 1, 1}, []int{0, 1, 2, 2}), least: 1, separated: always, far: true},
	{name: "separable", make: overlapping(60, 3, func(_, j, class int, v float64) float64 {
		if j == class {
			return v + 10
		}
		return v
	}), least: 1, separated: always},
	{name: "separable by a hair", make: inColumn(0, func(i, class int, _ float64) float64 { return float64(class) + 0.999999*float64(i)/40 }), least: 1, separated: always},
	{name: "quasi-separable on the boundary", make: only(fromRows([][]float64{{-2}, {-1}, {0}, {0}, {1}, {1}, {2}, {3}}),
		[]int{0, 0, 0, 1, 1, 1, 1, 1}, []int{0, 0, 0, 1, 1, 2, 2, 2}), least: 0.75, separated: always},
	{name: "quasi-separable by a column", make: inColumn(2, func(i, class int, _ float64) float64 {
		if class == 1 && i%4 < 2 {
			return 1
		}
		return 0
	}), least: 0.5, separated: always},
	{name: "means of 1e9", make: inColumn(0, func(_, _ int, v float64) float64 { return 1e9 + v }), least: 0.55, rounding: 1e-7},
	{name: "an outlier of 1e6", make: inColumn(2, func(i, _ int, v float64) float64 {
		if i == 7 {
			return 1e6
		}
		return v
	}), least: 0.35, far: true},
	{name: "weights of 1e-12 to 1e12", make: overlapping(40, 3, asDrawn), weight: func(i int) float64 { return math.Pow(10, float64(i*7%25-12)) }, least: 0.8},
	{name: "tiny weights", make: overlapping(40, 3, asDrawn), weight: func(int) float64 { return 5e-324 }, least: 0.55},
	{name: "weights of 0", make: overlapping(40, 3, asDrawn), weight: func(i int) float64 { return float64(i / 3 % 2) }, least: 0.55},
	{name: "huge weights", make: overlapping(40, 3, asDrawn), weight: func(int) float64 { return 1e306 }, least: 0.55},
	{name: "a rare class", make: func(k int) (*mat.Dense, []int) {
		x, class := clouds(120, 2, k, 2)
		for i := 6 * k; i < 120; i++ {
			class[i] = 0
		}
		return x, class
	}, least: 0.8},
	{name: "a class that does not occur", make: func(int) (*mat.Dense, []int) { return clouds(40, 3, 2, 2) }, least: 0.55, separated: []int{3}},
	{name: "every row with every class", make: func(k int) (*mat.Dense, []int) {
		x, class := clouds(12*k, 3, k, 2)
		for i := range class {
			x.SetRow(i, mat.Row(nil, i/k*k, x))
		}
		return x, class
	}, least: 0.33},
	{name: "values of 1e-300", make: overlapping(40, 3, func(_, _, _ int, v float64) float64 { return 1e-300 * v }), unit: "x1"},
	{name: "values of 1e300", make: inColumn(1, func(_, _ int, v float64) float64 { return 1e300 * v }), unit: "x2"},
	{name: "a value at the end of float64", make: inColumn(2, func(i, _ int, v float64) float64 {
		if i == 7 {
			return -math.MaxFloat64
		}
		return v
	}), unit: "x3"},
	{name: "values below the normal ones", make: inColumn(0, func(i, _ int, v float64) float64 { return float64(i) * 5e-324 }), unit: "x1"},
	{name: "XOR", make: only(fromRows([][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 1}}), []int{0, 1, 1, 0, 0}, []int{0, 1, 2, 0, 0}), least: 0.4, separated: []int{3}}, // 1 and 2
}

// data makes samples of what a learner of k classes, or of numbers, takes.
func (h hostile) data(t *testing.T, classes int) *lclass.Data {
	t.Helper()
	x, class := h.make(max(classes, 2))
	return h.weigh(t, h.with(t, x, class, classes))
}

// sparse is the same with a matrix that keeps what is not 0.
func (h hostile) sparse(t *testing.T, classes int) *lclass.Data {
	t.Helper()
	x, class := h.make(max(classes, 2))
	n, d := x.Dims()
	start, column, value := []int{0}, []int{}, []float64{}
	for i := range n {
		for j := range d {
			if v := x.At(i, j); v != 0 {
				column, value = append(column, j), append(value, v)
			}
		}
		start = append(start, len(value))
	}
	s, err := lclass.SparseFromRows(d, start, column, value)
	return h.weigh(t, h.with(t, must(t, s, err), class, classes))
}

func (h hostile) with(t *testing.T, x mat.Matrix, class []int, classes int) *lclass.Data {
	t.Helper()
	var d *lclass.Data
	var err error
	if classes == 0 {
		d, err = lclass.RegressionFromMatrix(x, numbers(class))
	} else {
		d, err = lclass.FromMatrix(x, class, classNames(classes))
	}
	return must(t, d, err)
}

func (h hostile) weigh(t *testing.T, d *lclass.Data) *lclass.Data {
	t.Helper()
	if h.weight == nil {
		return d
	}
	weight := make([]float64, d.N())
	for i := range weight {
		weight[i] = h.weight(i)
	}
	return weigh(t, d, weight)
}
