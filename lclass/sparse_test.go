package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

var inf = math.Inf(1)

// compressed returns the rows of x without the zeros, each row backwards.
func compressed(x *mat.Dense) (start, column []int, value []float64) {
	n, d := x.Dims()
	start = []int{0}
	for i := range n {
		for j := d - 1; j >= 0; j-- {
			if v := x.At(i, j); v != 0 {
				column, value = append(column, j), append(value, v)
			}
		}
		start = append(start, len(value))
	}
	return start, column, value
}

func sparse(t *testing.T, x *mat.Dense) mat.Matrix {
	t.Helper()
	_, d := x.Dims()
	start, column, value := compressed(x)
	s, err := lclass.SparseFromRows(d, start, column, value)
	return must(t, s, err)
}

// mixed returns n×8 features of all kinds: mostly zero ones, among them a
// negative one, one that is never 0 and far from it, one that is 0 once, one
// that is 0 everywhere, one that is constant.
func mixed(n int, class []int) *mat.Dense {
	rng := rand.New(rand.NewPCG(4, 4))
	x := mat.NewDense(n, 8, nil)
	for i := range n {
		c := float64(class[i])
		for _, j := range []int{0, 1, 2} {
			if rng.Float64() < 0.15+0.1*c {
				x.Set(i, j, float64(j-1)+rng.NormFloat64())
			}
		}
		x.Set(i, 3, 1e4+c+rng.NormFloat64())
		if i != 7 {
			x.Set(i, 4, 3+rng.NormFloat64()-c/2)
		}
		x.Set(i, 6, 0.1)
		if rng.Float64() < 0.2 {
			x.Set(i, 7, 1)
		}
	}
	return x
}

// Every learner, with and without a penalty and with every solver, gives the
// answer of dense features to a tolerance that a mean of 1e4 leaves.
func TestSparseFeaturesAreDense(t *testing.T) {
	forNumbers(t)
	eachSpec(t, func(t *testing.T, s spec) {
		n, descends := 300, strings.Contains(s.name, "lclass.Descent")
		if descends {
			n = 60 // for thousands of epochs
		}
		_, class := s.clouds(n, 2)
		x := mixed(n, class)
		if descends {
			// The column around 1e4 is beyond the learning rate.
			for i := range n {
				x.Set(i, 3, x.At(i, 3)/5e4)
			}
		}
		fit := func(x mat.Matrix) []float64 {
			m, err := s.estimator(s.penalty).Fit(s.data(t, x, class)) // descent may be unfinished, in both alike
			must(t, m, err)
			p := parameters(m)
			if !isFinite(p) {
				t.Fatalf("W, b = %v", p)
			}
			d := s.data(t, x, class)
			return append(scores(t, m, d), p[:len(p)-len(m.B)]...)
		}
		near(t, "scores and W", fit(sparse(t, x)), fit(x), s.tol+1e-8)
	})
	for _, p := range []lclass.Perceptron{{Epochs: 30}, {Epochs: 30, Batch: lclass.FullBatch}, {Epochs: 30, Batch: 7, Seed: 3, Rosenblatt: true}} {
		_, class := clouds(200, 2, 2, 1)
		x := mixed(200, class)
		want := learn(t, p, both(t, x, class))
		near(t, fmt.Sprintf("%#v", p), parameters(learn(t, p, both(t, sparse(t, x), class))), parameters(want), 1e-12)
	}
}

// All that data can do they do with sparse features.
func TestSparseData(t *testing.T) {
	const n = 60
	_, class := clouds(n, 2, 2, 1)
	x := mixed(n, class)
	dense, err := lclass.FromMatrix(x, class, []string{"a", "b"})
	must(t, dense, err)
	s := sparse(t, x)
	d, err := lclass.FromMatrix(s, class, []string{"a", "b"})
	must(t, d, err)
	same := func(what string, got, want *lclass.Data) {
		t.Helper()
		if !mat.Equal(got.Matrix(), want.Matrix()) {
			t.Errorf("%s: features differ", what)
		}
		for j := range want.D() {
			if !slices.Equal(got.Column(j), want.Column(j)) {
				t.Errorf("%s: column %d is %v, want %v", what, j, got.Column(j), want.Column(j))
			}
		}
		for i, row := range got.Rows() {
			if !slices.Equal(row, want.Row(i)) || got.At(i, 3) != want.At(i, 3) {
				t.Errorf("%s: row %d is %v, want %v", what, i, row, want.Row(i))
			}
		}
		equal(t, what, got.String(), want.String())
		equal(t, what+": features", got.Features(), want.Features())
	}
	same("data", d, dense)
	index := []int{5, 0, 5, n - 1}
	same("Subset", d.Subset(index), dense.Subset(index))
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	renamed, err := d.WithFeatures(names...)
	must(t, renamed, err)
	renamedDense, err := dense.WithFeatures(names...)
	same("WithFeatures", renamed, must(t, renamedDense, err))
	equal(t, "features of the original", d.Features()[0], "x1")
	weighted, err := weigh(t, d, slices.Repeat([]float64{1, 2, 0}, n/3)).Balanced()
	must(t, weighted, err)
	weightedDense, err := weigh(t, dense, slices.Repeat([]float64{1, 2, 0}, n/3)).Balanced()
	same("weights", weighted, must(t, weightedDense, err))
	got, err := lclass.Prepare(weighted, lclass.Standardize{})
	must(t, got, err)
	want, err := lclass.Prepare(weightedDense, lclass.Standardize{})
	a, err2 := must(t, want, err).Apply(d)
	must(t, a, err2)
	b, err := want.Apply(dense)
	same("Standardize", a, must(t, b, err))
	b, err = got.Apply(dense)
	near(t, "Standardize, learnt sparse", must(t, b, err).Matrix().RawMatrix().Data, a.Matrix().RawMatrix().Data, 1e-7) // a deviation of 1 beside a mean of 1e4
	a, err = prepared(d, lclass.Polynomial{})
	must(t, a, err)
	b, err = prepared(dense, lclass.Polynomial{})
	same("Polynomial", a, must(t, b, err))

	if !mat.Equal(s, x) || !mat.Equal(s.T(), x.T()) {
		t.Error("the matrix is not what it was made of")
	}
	for _, at := range [][2]int{{-1, 0}, {n, 0}, {0, -1}, {0, 8}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("At%v does not panic", at)
				}
			}()
			s.At(at[0], at[1])
		}()
	}
}

func TestSparseFromRowsRefuses(t *testing.T) {
	for _, c := range []struct {
		d             int
		start, column []int
		value         []float64
		want          error
		words         []string
	}{
		{3, nil, nil, nil, &lclass.SettingError{Setting: "start", Value: []int(nil)}, []string{"begin with 0", "empty"}},
		{3, []int{1, 2}, []int{0, 1}, []float64{1, 2}, &lclass.SettingError{Setting: "start", Value: []int{1, 2}}, []string{"1 … 2"}},
		{3, []int{0, 1}, []int{0, 1}, []float64{1, 2}, &lclass.SettingError{Setting: "start", Value: []int{0, 1}}, []string{"end with 2", "0 … 1"}},
		{3, []int{0, 2, 1, 2}, []int{0, 1}, []float64{1, 2}, &lclass.SettingError{Setting: "start", Value: 1}, []string{"row 1 starts at 2"}},
		{3, []int{0, 1}, []int{0, 1}, []float64{1}, &invalid.LengthError{Of: "columns", Have: 2, Want: 1}, nil},
		{3, []int{0, 1, 2}, []int{0, 3}, []float64{1, 2}, &lclass.SettingError{Setting: "column", Value: 3}, []string{"row 1", "3 columns"}},
		{3, []int{0, 1}, []int{-1}, []float64{1}, &lclass.SettingError{Setting: "column", Value: -1}, []string{"row 0"}},
		{3, []int{0, 3}, []int{2, 0, 2}, []float64{1, 2, 3}, &lclass.SettingError{Setting: "column", Value: 2}, []string{"row 0", "two values"}},
		{3, []int{0, 0, 1}, []int{1}, []float64{math.NaN()}, &lclass.ValueError{Column: "x2", Row: 1, Value: "NaN"}, nil},
		{3, []int{0, 1}, []int{1}, []float64{inf}, &lclass.ValueError{Column: "x2", Value: "+Inf"}, nil},
		{-1, []int{0}, nil, nil, &lclass.SettingError{Setting: "number of columns", Value: -1}, []string{"16777216"}},
		{1<<24 + 1, []int{0}, nil, nil, &lclass.SettingError{Setting: "number of columns", Value: 16777217}, nil},
	} {
		s, err := lclass.SparseFromRows(c.d, c.start, c.column, c.value)
		if s != nil {
			t.Errorf("%v: there is a matrix", c)
		}
		fails(t, err, c.want, c.words...)
	}
	empty, err := lclass.SparseFromRows(2, []int{0}, nil, nil)
	if n, d := must(t, empty, err).Dims(); n != 0 || d != 2 {
		t.Errorf("%d×%d, want 0×2", n, d)
	}
	data, err := lclass.FromMatrix(empty, nil, nil)
	if _, err := (lclass.LinearRegression{}).Fit(must(t, data, err)); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("no rows: %v", err)
	}
	// The last column of the widest matrix.
	for _, d := range []int{65536, 65537, 1 << 20} {
		widest, err := lclass.SparseFromRows(d, []int{0, 2}, []int{d - 1, 0}, []float64{7, 3})
		must(t, widest, err)
		if widest.At(0, d-1) != 7 || widest.At(0, 0) != 3 || widest.At(0, d-2) != 0 {
			t.Errorf("the first and the last two of %d columns are %v, %v, %v", d, widest.At(0, 0), widest.At(0, d-2), widest.At(0, d-1))
		}
	}
}

func TestSparseIsACopy(t *testing.T) {
	start, column, value := []int{0, 2}, []int{1, 0}, []float64{5, 6}
	s, err := lclass.SparseFromRows(2, start, column, value)
	must(t, s, err)
	value[0], column[0], start[1] = 9, 0, 0
	if s.At(0, 0) != 6 || s.At(0, 1) != 5 {
		t.Errorf("row [%v %v], want [6 5]", s.At(0, 0), s.At(0, 1))
	}
}
