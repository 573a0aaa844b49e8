package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// isSparse tells how the features lie in memory.
func isSparse(d *lclass.Data) bool {
	kind := reflect.ValueOf(d).Elem().FieldByName("x").Elem().Type().String()
	return strings.Contains(kind, "Sparse") || strings.Contains(kind, "Wide")
}

// visits is a frame of n rows with a text of many levels, a text of two, and a
// number far from 0.
func visits(n, levels int) sheet {
	rng := rand.New(rand.NewPCG(6, 6))
	s := sheet{[]string{"city", "smokes", "year", "ill"}, map[string]cells{}}
	for i := range n {
		city := i % levels
		ill := city%3 == 0
		if rng.Float64() < 0.3 {
			ill = !ill
		}
		for name, value := range map[string]any{
			"city": fmt.Sprintf("c%05d", city), "smokes": rng.Float64() < 0.5, "year": 1900 + rng.IntN(100), "ill": ill,
		} {
			s.values[name] = append(s.values[name], fmt.Sprint(value))
		}
	}
	return s
}

// The levels of a text are kept sparse if there are many, and every learner
// gives the answer of the same features in a matrix.
func TestLevelsAreKeptSparse(t *testing.T) {
	d, err := lclass.FromFrame(visits(600, 40), lclass.Columns{Target: "ill", Features: []string{"city", "smokes", "year"}})
	must(t, d, err)
	if d.D() != 41 || !isSparse(d) {
		t.Fatalf("%d features, sparse: %v", d.D(), isSparse(d))
	}
	for _, few := range []sheet{visits(600, 4), survey()} {
		d, err := lclass.FromFrame(few, lclass.Columns{Target: "ill"})
		if must(t, d, err); isSparse(d) {
			t.Errorf("%v is sparse", d)
		}
	}
	for i, want := range [][]float64{{0, 1}, {1, 2}, {39, 0}} {
		var ones int
		row := d.Row([]int{0, 1, 39}[i])
		for _, v := range row[:39] {
			ones += int(v)
		}
		if city := int(want[0]); city == 0 && ones != 0 || city > 0 && (ones != 1 || row[city-1] != 1) {
			t.Errorf("city %d is %v", city, row[:39])
		}
	}
	equal(t, "features", []string{d.Features()[0], d.Features()[38], d.Features()[39], d.Features()[40]},
		[]string{"city[c00001]", "city[c00039]", "smokes[true]", "year"})
	matrix, err := lclass.FromMatrix(d.Matrix(), d.T(), d.Classes())
	must(t, matrix, err)
	for _, e := range []lclass.Estimator{
		lclass.Logistic{Penalty: lclass.L2(1e-6), Solver: lclass.Newton{Tol: 1e-14}}, // one city has no ill: without a penalty its weight has no limit
		lclass.Logistic{Penalty: lclass.L2(0.01), Solver: lclass.QuasiNewton{Tol: 1e-16}},
		lclass.Softmax{Penalty: lclass.L2(0.01), Solver: lclass.QuasiNewton{Tol: 1e-16}},
		lclass.LeastSquares{},
		lclass.Perceptron{Epochs: 5, Eta: 1},
	} {
		sparse, dense := learn(t, e, d), learn(t, e, matrix)
		near(t, fmt.Sprintf("%#v", e), sparse.W.RawMatrix().Data, dense.W.RawMatrix().Data, 1e-7)
		// b is the score in the year 0, far from all samples: compare theirs.
		near(t, fmt.Sprintf("scores of %#v", e), lclass.Must(sparse.Scores(d)).RawMatrix().Data, lclass.Must(dense.Scores(matrix)).RawMatrix().Data, 1e-7)
	}
	train := d.Categories()
	later := sheet{[]string{"city", "smokes", "year"}, map[string]cells{"city": {"c00003"}, "smokes": {"true"}, "year": {"1950"}}}
	one, err := lclass.FromFrame(later, lclass.Columns{Features: []string{"city", "smokes", "year"}, Categories: train})
	must(t, one, err)
	if got := one.Row(0); got[2] != 1 || got[39] != 1 || got[40] != 1950 {
		t.Errorf("later row %v", got)
	}
}

func TestManyLevels(t *testing.T) {
	d, err := lclass.FromFrame(visits(70000, 70000), lclass.Columns{Target: "ill", Features: []string{"smokes", "city", "year"}})
	must(t, d, err)
	if n, last := d.D(), d.At(69999, d.D()-2); n != 70001 || last != 1 {
		t.Errorf("%d features, and the last city is %v in the last row", n, last)
	}
	mentions(t, lclass.TooWide(), "16777217 features", `16777217 of them categories of "city"`, "16777216", "leave that column out")
}

// careless is a column whose empty cells are not marked as missing.
type careless struct{ cells }

func (c careless) IsNaN() []bool { return make([]bool, len(c.cells)) }

type carelessSheet struct{ sheet }

func (s carelessSheet) Col(name string) careless { return careless{s.values[name]} }

func TestEmptyCellsAreMissing(t *testing.T) {
	s := sheet{[]string{"x", "t"}, map[string]cells{"x": {"1", "", "3"}, "t": {"0", "1", "1"}}}
	_, err := lclass.FromFrame(carelessSheet{s}, lclass.Columns{Target: "t"})
	fails(t, err, &lclass.ValueError{Err: lclass.ErrMissing, Column: "x", Row: 1, Count: 1})
	s.values["x"], s.values["t"] = nil, nil
	if _, err := lclass.FromFrame(s, lclass.Columns{Target: "t"}); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("a frame without rows: %v", err)
	}
}

// Many classes are named in part.
func TestManyClassesInAMessage(t *testing.T) {
	d, err := lclass.FromLabels(fourRows, []int{5, 6, 7, 8})
	must(t, d, err)
	fails(t, failure(lclass.Logistic{}.Fit(d)), &invalid.TargetError{Target: "t", Want: "two classes"}, `["5" "6" "7" "8"]`)
	x, class := clouds(12, 1, 12, 1)
	many, err := lclass.FromMatrix(x, class, classNames(12))
	must(t, many, err)
	fails(t, failure(lclass.Logistic{}.Fit(many)), &invalid.TargetError{Target: "t", Want: "two classes"}, `["c0" "c1" "c2"] … ["c11"]`)
}

func TestFeaturesOfTheSameName(t *testing.T) {
	s := sheet{[]string{"sex", "sex[m]", "t"}, map[string]cells{"sex": {"m", "f"}, "sex[m]": {"1", "2"}, "t": {"0", "1"}}}
	fails(t, failure(lclass.FromFrame(s, lclass.Columns{Target: "t"})), &lclass.NameError{Name: "sex[m]"}, "differ")
	s.names, s.values["inf"] = []string{"sex", "inf", "t"}, cells{"1", "+Inf"}
	fails(t, failure(lclass.FromFrame(s, lclass.Columns{Target: "t"})), &lclass.ValueError{Column: "inf", Row: 1, Value: "+Inf"})
}

// A large ratio beside small ones leaves these their digits.
func TestOddsKeepTheirDigits(t *testing.T) {
	s := &lclass.Summary{Classes: []string{"no", "yes"}, Level: 0.95}
	for _, odds := range []float64{0.05123, 0.9971, 34.56} {
		v := math.Log(odds)
		s.Coefficients = append(s.Coefficients, lclass.Estimate{Name: "x", Value: v, Low: v, High: v})
	}
	contains(t, s.Table().String(), "0.05123", "0.9971", "34.56")
}
