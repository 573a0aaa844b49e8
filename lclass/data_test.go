package lclass_test

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

func threeClasses(t *testing.T) *lclass.Data {
	t.Helper()
	x := mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8})
	d, err := lclass.FromMatrix(x, []int{2, 0, 1, 2}, []string{"red", "green", "blue"})
	return must(t, d, err)
}

func TestDataIsAsGiven(t *testing.T) {
	d := threeClasses(t)
	equal(t, "n, d, K", []int{d.N(), d.D(), d.K()}, []int{4, 2, 3})
	equal(t, "features", d.Features(), []string{"x1", "x2"})
	equal(t, "classes", d.Classes(), []string{"red", "green", "blue"})
	equal(t, "T", d.T(), []int{2, 0, 1, 2})
	equal(t, "weight", d.Weight(), []float64(nil))
	equal(t, "At", d.At(2, 1), 6)
	equal(t, "Row", d.Row(1), []float64{3, 4})
	equal(t, "Column", d.Column(1), []float64{2, 4, 6, 8})
	equal(t, "Matrix", d.Matrix().RawMatrix().Data, []float64{1, 2, 3, 4, 5, 6, 7, 8})
	for i, x := range d.Rows() {
		equal(t, "Rows", x, d.Row(i))
		if i == 2 {
			break
		}
	}
	bytes, err := fromBytes([]byte{0, 10, 255, 0}, 2, 0.5, []int{0, 1}, classNames(2))
	must(t, bytes, err)
	equal(t, "bytes", bytes.Matrix().RawMatrix().Data, []float64{0, 5, 127.5, 0})
	if !d.Subset(nil).Matrix().IsEmpty() {
		t.Error("the matrix of no samples is not empty")
	}
}

// What is handed out can be written to without harm.
func TestDataIsImmutable(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{1, 2})
	class, names, weight := []int{0, 1}, []string{"a", "b"}, []float64{1, 2}
	d := weigh(t, lclass.Must(lclass.FromMatrix(x, class, names)), weight)
	x.Set(0, 0, 9)
	class[0], names[0], weight[0] = 1, "z", 9
	d.T()[0], d.Classes()[0], d.Weight()[0], d.Features()[0] = 1, "z", 9, "z"
	d.Matrix().Set(0, 0, 9)
	d.Row(0)[0], d.Column(0)[0] = 9, 9
	equal(t, "x", d.At(0, 0), 1)
	equal(t, "T", d.T(), []int{0, 1})
	equal(t, "classes", d.Classes(), []string{"a", "b"})
	equal(t, "weight", d.Weight(), []float64{1, 2})
	equal(t, "features", d.Features(), []string{"x1"})
}

func TestCodings(t *testing.T) {
	d := threeClasses(t)
	hot, err := d.OneHot()
	equal(t, "OneHot", must(t, hot, err).RawMatrix().Data, []float64{0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1})
	fails(t, failure(d.PlusMinus()), &invalid.TargetError{Target: "t", Want: "two classes"})
	fails(t, failure(d.ZeroOne()), &invalid.TargetError{Target: "t", Want: "two classes"})
	two, err := d.Positive("green")
	must(t, two, err)
	equal(t, "one against the rest", two.Classes(), []string{"not green", "green"})
	t1, err := two.PlusMinus()
	equal(t, "PlusMinus", must(t, t1, err), []float64{-1, -1, 1, -1})
	t2, err := two.ZeroOne()
	equal(t, "ZeroOne", must(t, t2, err), []float64{0, 0, 1, 0})
	other, err := two.Positive("not green")
	must(t, other, err)
	equal(t, "the other of two", other.Classes(), []string{"green", "not green"})
	equal(t, "its T", other.T(), []int{1, 1, 0, 1})
	fails(t, failure(d.Positive("pink")), &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "t", Row: -1, Value: "pink", Want: []string{"red", "green", "blue"}})
	r, err := lclass.RegressionFromMatrix(d.Matrix(), []float64{0.5, 1, 2, 3})
	must(t, r, err)
	fails(t, failure(r.OneHot()), &invalid.TargetError{Target: "t", Want: "classes"})
}

func TestSubsetKeepsEverything(t *testing.T) {
	d := weigh(t, threeClasses(t), []float64{1, 0, 3, 4}).Subset([]int{3, 0, 3})
	equal(t, "x", d.Column(0), []float64{7, 1, 7})
	equal(t, "T", d.T(), []int{2, 2, 2})
	equal(t, "weight", d.Weight(), []float64{4, 1, 4})
	equal(t, "K", d.K(), 3)
}

func TestNumbersThatAreNotThere(t *testing.T) {
	d := threeClasses(t)
	s, err := lclass.SparseFromRows(2, []int{0, 1}, []int{1}, []float64{5})
	must(t, s, err)
	g := models()["density"]
	for name, c := range map[string]struct {
		f     func()
		words []string
	}{
		"At, sample":     {func() { d.At(4, 0) }, []string{"At: sample 4", "0 to 3"}},
		"At, feature":    {func() { d.At(0, 2) }, []string{"At: feature 2", "0 to 1"}},
		"At, negative":   {func() { d.At(0, -1) }, []string{"At: feature -1", "0 to 1"}},
		"Row":            {func() { d.Row(-1) }, []string{"Row: sample -1", "0 to 3"}},
		"Row of none":    {func() { d.Subset(nil).Row(0) }, []string{"Row: sample 0", "there are none"}},
		"Column":         {func() { d.Column(2) }, []string{"Column: feature 2", "0 to 1"}},
		"Subset":         {func() { d.Subset([]int{0, 4}) }, []string{"Subset: sample 4", "0 to 3"}},
		"Sparse, row":    {func() { s.At(1, 0) }, []string{"At of a sparse matrix: row 1", "0 to 0"}},
		"Sparse, column": {func() { s.At(0, 2) }, []string{"At of a sparse matrix: column 2", "0 to 1"}},
		"Covariance":     {func() { g.Densities.Covariance(2) }, []string{"Covariance: class 2", "0 to 1"}},
	} {
		panics(t, name, c.f, append(c.words, "lclass: ")...)
	}
	// The column of no samples is empty, not a misuse.
	equal(t, "Column of no samples", d.Subset(nil).Column(1), []float64{})
}

func TestDataPrint(t *testing.T) {
	d := threeClasses(t)
	numbers, err := lclass.RegressionFromMatrix(d.Matrix(), []float64{0.5, -1, 2, 3})
	must(t, numbers, err)
	digits, err := lclass.RegressionFromMatrix(mat.NewDense(12, 1, nil), []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	must(t, digits, err)
	for want, d := range map[string]*lclass.Data{
		"4 samples, 2 features, target t: 1 × red, 1 × green, 2 × blue":            d,
		"4 samples, 2 features, target t: 1 × red, 1 × green, 2 × blue, Σs = 10.5": weigh(t, d, []float64{1, 2, 3, 4.5}),
		"2 samples, 2 features, target t: 0 × red, 0 × green, 2 × blue":            weigh(t, d, []float64{1, 2, 3, 1}).Subset([]int{0, 3}),
		"0 samples, 2 features, target t: 0 × red, 0 × green, 0 × blue":            d.Subset(nil),
		"4 samples, 2 features, target t from -1 to 3, Σs = 2201":                  weigh(t, numbers, []float64{2000, 200, 0, 1}),
		"0 samples, 2 features": numbers.Subset(nil),
		"12 samples, 1 features, target t: 1 × 0, 1 × 1, 1 × 2, 1 × 3, 1 × 4, 1 × 5, 1 × 6, 1 × 7, 1 × 8, 1 × 9 … of 12 classes": digits,
		"0 samples, 0 features": {},
	} {
		equal(t, "print", d.String(), want)
	}
}

func TestDataThatDoesNotFit(t *testing.T) {
	x := mat.NewDense(2, 3, nil)
	d := threeClasses(t)
	nan, inf := math.NaN(), math.Inf(1)
	length := func(of string, have, want int) error {
		return &invalid.LengthError{Of: of, Have: have, Want: want}
	}
	value := func(column string, row int, value string) error {
		return &lclass.ValueError{Column: column, Row: row, Value: value}
	}
	setting := func(name string, value any) error { return &lclass.SettingError{Setting: name, Value: value} }
	for _, c := range []struct {
		err, want error
		words     []string
	}{
		{failure(lclass.FromMatrix(x, []int{0}, classNames(2))), length("targets", 1, 2), []string{"samples"}},
		{failure(lclass.FromMatrix(x, []int{0, 2}, classNames(2))), value("t", 1, "2"), []string{"0 to 1"}},
		{failure(lclass.FromMatrix(x, []int{-1, 0}, classNames(2))), value("t", 0, "-1"), nil},
		{failure(lclass.RegressionFromMatrix(x, []float64{1})), length("targets", 1, 2), []string{"samples"}},
		{failure(fromBytes(nil, 0, 1, nil, nil)), setting("number of features", 0), nil},
		{failure(fromBytes(nil, 1<<20, 1, nil, nil)), setting("number of features", 1<<20), nil},
		{failure(fromBytes(make([]byte, 2), 2, nan, []int{0}, classNames(1))), setting("scale", nan), nil},
		{failure(fromBytes(make([]byte, 2), 2, inf, []int{0}, classNames(1))), setting("scale", inf), nil},
		{failure(fromBytes(make([]byte, 4), 2, 1, []int{0}, classNames(1))), lclass.ErrMoreBytes, nil},
		{failure(d.WithWeight([]float64{1})), length("weights", 1, 4), []string{"samples"}},
		{failure(d.WithWeight([]float64{1, -1, 1, 1})), value("weight", 1, "-1"), []string{"not negative"}},
		{failure(d.WithWeight([]float64{1, 1, nan, 1})), value("weight", 2, "NaN"), nil},
		{failure(d.WithWeight([]float64{1, 1, 1, inf})), value("weight", 3, "+Inf"), nil},
		{failure(d.WithWeight(make([]float64, 4))), lclass.ErrNoWeight, nil},
		{failure(d.WithFeatures("a")), length("names", 1, 2), []string{"features"}},
	} {
		fails(t, c.err, c.want, c.words...)
	}
}

// Whole numbers are classes up to a thousand different ones.
func TestWholeNumbersAsClasses(t *testing.T) {
	const n = 1001
	y := make([]float64, n)
	for i := range y {
		y[i] = float64(i - 3)
	}
	d, err := lclass.RegressionFromMatrix(mat.NewDense(n, 1, nil), y)
	equal(t, "1001 numbers", must(t, d, err).K(), 0)
	d, err = lclass.RegressionFromMatrix(mat.NewDense(n-1, 1, nil), y[:n-1])
	equal(t, "1000 numbers", must(t, d, err).K(), 1000)
	equal(t, "order", d.Classes()[:4], []string{"-3", "-2", "-1", "0"})
}

// Mean (1+3+5+7)/4 = 4, variance (9+1+1+9)/4 = 5 with 1/N; with weights
// 1, 0, 1, 0 the mean is 3 and the variance 4.
func TestStandardize(t *testing.T) {
	d := threeClasses(t)
	out, err := prepared(d, lclass.Standardize{})
	near(t, "standardised", must(t, out, err).Column(0), []float64{-3 / math.Sqrt(5), -1 / math.Sqrt(5), 1 / math.Sqrt(5), 3 / math.Sqrt(5)}, 1e-15)
	equal(t, "T", out.T(), d.T())
	equal(t, "the original", d.At(0, 0), 1)
	p, err := lclass.Prepare(weigh(t, d, []float64{1, 0, 1, 0}), lclass.Standardize{})
	out, err2 := must(t, p, err).Apply(d)
	near(t, "weighted", must(t, out, err2).Column(0), []float64{-1, 0, 1, 2}, 1e-15)
	flat, err := lclass.FromMatrix(mat.NewDense(2, 1, []float64{7, 7}), []int{0, 1}, classNames(2))
	out, err2 = prepared(must(t, flat, err), lclass.Standardize{})
	equal(t, "constant", must(t, out, err2).Column(0), []float64{0, 0})
	if _, err := p.Apply(d.Subset(nil)); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("no samples: %v", err)
	}
}

// The classes of a matrix have names.
func TestNoClasses(t *testing.T) {
	fails(t, failure(lclass.FromMatrix(mat.NewDense(2, 1, []float64{1, 2}), []int{0, 1}, nil)), &invalid.LengthError{Of: "names of classes", Want: 2})
}
