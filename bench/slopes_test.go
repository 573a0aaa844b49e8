package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

func testData(t *testing.T, classes int) *lclass.Data {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	const n, d = 40, 3
	x, y, c := mat.NewDense(n, d, nil), make([]float64, n), make([]int, n)
	for i := range n {
		for j := range d {
			x.Set(i, j, r.NormFloat64())
		}
		y[i], c[i] = r.NormFloat64(), i%max(classes, 1)
	}
	if classes == 0 {
		return lclass.Must(lclass.RegressionFromMatrix(x, y))
	}
	return lclass.Must(lclass.FromMatrix(x, c, []string{"a", "b", "c"}[:classes]))
}

// The slope of each weight that is not 0, and of b, is the difference quotient of L.
func TestSlopes(t *testing.T) {
	for _, test := range []struct {
		name       string
		classes, k int
		penalty    lclass.Penalty
	}{
		{name: "gaussian", classes: 0, k: 1, penalty: lclass.ElasticNet(0.1, 0.5)},
		{name: "binomial", classes: 2, k: 1, penalty: lclass.L1(0.05)},
		{name: "multinomial", classes: 3, k: 3, penalty: lclass.ElasticNet(0.2, 0.3)},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := testData(t, test.classes)
			w, b := make([][]float64, test.k), make([]float64, test.k)
			for c := range w {
				w[c] = []float64{0.3 - float64(c), -0.7, 0.2}
				b[c] = 0.1 * float64(c)
			}
			_, got := slopes(d, targets(d), test.penalty, w, b)
			const h = 1e-6
			quotient := func(v *float64) float64 {
				was := *v
				*v = was + h
				up, _ := slopes(d, targets(d), test.penalty, w, b)
				*v = was - h
				down, _ := slopes(d, targets(d), test.penalty, w, b)
				*v = was
				return math.Abs(up-down) / (2 * h)
			}
			var want float64
			for c := range w {
				want = math.Max(want, quotient(&b[c]))
				for j := range w[c] {
					want = math.Max(want, quotient(&w[c][j]))
				}
			}
			if math.Abs(got-want) > 1e-7 {
				t.Errorf("the largest slope is %v, the difference quotient %v", got, want)
			}
			value, _ := slopes(d, targets(d), test.penalty, w, b)
			if test.classes > 0 {
				if want := objective(d, logLoss, test.penalty, w, b); math.Abs(value-want) > 1e-13 {
					t.Errorf("L is %v, that of objective %v", value, want)
				}
			}
		})
	}
}

// At a solution nothing is left, and a corner holds the slopes up to λ only.
func TestSlopesAtSolution(t *testing.T) {
	d := testData(t, 0)
	most := lclass.Must(lclass.LambdaMax(lclass.LinearRegression{Penalty: lclass.L1(1)}, d))
	var mean float64
	for _, y := range d.Y() {
		mean += y / float64(d.N())
	}
	zero, bias := [][]float64{{0, 0, 0}}, []float64{mean}
	if _, slope := slopes(d, targets(d), lclass.L1(most), zero, bias); slope > 1e-14 {
		t.Errorf("at the least λ of weights 0 the slope left is %v, want 0", slope)
	}
	if _, slope := slopes(d, targets(d), lclass.L1(most/2), zero, bias); math.Abs(slope-most/2) > 1e-14 {
		t.Errorf("at half of that λ the slope left is %v, want %v", slope, most/2)
	}
}
