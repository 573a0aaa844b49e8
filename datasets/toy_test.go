package datasets

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"linclass/internal/errtest"
	"linclass/lclass"
)

// generators are all that draw n samples.
var generators = map[string]func(n int, seed uint64) *lclass.Data{
	"TwoGaussians":  TwoGaussians,
	"UnitSquare":    UnitSquare,
	"Outliers":      func(n int, seed uint64) *lclass.Data { return Outliers(n, 0, seed) },
	"OutliersFar":   func(n int, seed uint64) *lclass.Data { return Outliers(n, 3, seed) },
	"ThreeClasses":  ThreeClasses,
	"BloodPressure": BloodPressure,
	"HousePrices":   HousePrices,
}

func TestSeed(t *testing.T) {
	for name, generate := range generators {
		a, again, b := generate(20, 1), generate(20, 1), generate(20, 2)
		if !reflect.DeepEqual(a, again) {
			t.Errorf("%s: the same seed gives other samples", name)
		}
		if reflect.DeepEqual(a, b) {
			t.Errorf("%s: another seed gives the same samples", name)
		}
	}
}

func TestNumberOfSamples(t *testing.T) {
	more := map[string]int{"OutliersFar": 3}
	least := map[string]int{"ThreeClasses": 3}
	for name, generate := range generators {
		for _, n := range []int{math.MinInt, -1, 0, 1, 2, 3, 4, 101} {
			want := max(n, 2, least[name]) + more[name]
			if got := generate(n, 1).N(); got != want {
				t.Errorf("%s: %d samples for n = %d, want %d", name, got, n, want)
			}
		}
	}
	if got := Outliers(10, -5, 1).N(); got != 10 {
		t.Errorf("Outliers with a negative number of far points: %d samples", got)
	}
}

func TestGates(t *testing.T) {
	for _, test := range []struct {
		name string
		data *lclass.Data
		want string
	}{
		{"AND", AND(), "[0 0 0 1]"},
		{"OR", OR(), "[0 1 1 1]"},
		{"XOR", XOR(), "[0 1 1 0]"},
	} {
		x := fmt.Sprint(test.data.Row(0), test.data.Row(1), test.data.Row(2), test.data.Row(3))
		if got := fmt.Sprint(test.data.T()); got != test.want || x != "[0 0] [0 1] [1 0] [1 1]" {
			t.Errorf("%s: t = %s for x = %s", test.name, got, x)
		}
	}
}

// recall returns the share of the first n samples of class k that classify
// puts there.
func recall(d *lclass.Data, n, k int, classify func(x []float64) int) float64 {
	var right, all float64
	t := d.T()
	for i, x := range d.Rows() {
		if i < n && t[i] == k {
			all++
			if classify(x) == k {
				right++
			}
		}
	}
	return right / all
}

// leastSquares returns the classifier that regresses one-hot targets.
func leastSquares(t *testing.T, d *lclass.Data) func(x []float64) int {
	t.Helper()
	phi, onehot := mat.NewDense(d.N(), 3, nil), mat.NewDense(d.N(), d.K(), nil)
	for i, x := range d.Rows() {
		phi.SetRow(i, []float64{1, x[0], x[1]})
	}
	for i, k := range d.T() {
		onehot.Set(i, k, 1)
	}
	var w mat.Dense
	errtest.None(t, w.Solve(phi, onehot))
	return func(x []float64) int {
		z := make([]float64, d.K())
		for k := range z {
			z[k] = w.At(0, k) + w.At(1, k)*x[0] + w.At(2, k)*x[1]
		}
		return lclass.Argmax(z)
	}
}

func TestTwoGaussians(t *testing.T) {
	const n = 100_000
	d := TwoGaussians(n, 1)
	best := func(x []float64) int { return int(lclass.StepFunc(x[0] + x[1])) }
	got := (recall(d, n, 0, best) + recall(d, n, 1, best)) / 2
	want := 0.5 * math.Erfc(-1) // Φ(√2)
	// 4 standard errors of a share of n samples
	if math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/n) {
		t.Errorf("the best line gets %v right, want %v", got, want)
	}
}

func TestUnitSquare(t *testing.T) {
	d := UnitSquare(10_000, 1)
	if c := d.Classes(); c[0] != "-1" || c[1] != "1" {
		t.Errorf("classes %q", c)
	}
	for i, x := range d.Rows() {
		if min(x[0], x[1]) < 0 || max(x[0], x[1]) >= 1 {
			t.Fatalf("sample %d is %v", i, x)
		}
		if want := int(lclass.StepFunc(x[0] + x[1] - 1)); d.T()[i] != want {
			t.Fatalf("sample %d, %v, has class %d", i, x, d.T()[i])
		}
		if i == 100 {
			break
		}
	}
	for j := range 2 {
		// Mean 1/2 and deviation √(1/12) of a uniform; 4 standard errors.
		mean, std := stat.MeanStdDev(d.Column(j), nil)
		if math.Abs(mean-0.5) > 4*std/100 || math.Abs(std-math.Sqrt(1./12)) > 0.01 {
			t.Errorf("x%d: mean %v, deviation %v", j+1, mean, std)
		}
	}
}

func TestOutliers(t *testing.T) {
	const n, far = 100, 20
	var before, after float64
	const seeds = 20
	for seed := range uint64(seeds) {
		near, all := Outliers(n, 0, seed), Outliers(n, far, seed)
		for i := range n {
			if fmt.Sprint(near.Row(i)) != fmt.Sprint(all.Row(i)) {
				t.Fatalf("sample %d moves when far points come in", i)
			}
		}
		line := func(x []float64) int { return int(lclass.StepFunc(x[0] - x[1])) }
		// Φ(√2/0.6) = .991 of each cluster are on the right side of x1 = x2.
		if r := recall(all, n, 1, line); r < 0.94 {
			t.Errorf("seed %d: %v of class 1 on its side of the line", seed, r)
		}
		for i := n; i < n+far; i++ {
			if all.T()[i] != 1 || line(all.Row(i)) != 1 {
				t.Errorf("seed %d: far point %d is on the wrong side", seed, i)
			}
		}
		with, without := leastSquares(t, all), leastSquares(t, near)
		for k := range 2 {
			before += recall(near, n, k, without) / (2 * seeds)
			after += recall(near, n, k, with) / (2 * seeds)
		}
	}
	if before < 0.98 || after > 0.94 {
		t.Errorf("least squares gets %v right without and %v with far points", before, after)
	}
}

func TestThreeClasses(t *testing.T) {
	const n, middle = 300, 1
	best := func(x []float64) int { // the cuts half way between the clusters
		a := (x[0] + x[1]) / math.Sqrt2
		return int(lclass.StepFunc(a+1.5) + lclass.StepFunc(a-1.5))
	}
	var squares, linear float64
	const seeds = 50
	for seed := range uint64(seeds) {
		d := ThreeClasses(n, seed)
		squares += recall(d, n, middle, leastSquares(t, d)) / seeds
		linear += recall(d, n, middle, best) / seeds
	}
	// .24 and .88 came out of an independent run of the recipe.
	if math.Abs(squares-0.24) > 0.04 || math.Abs(linear-0.88) > 0.02 {
		t.Errorf("recall of the middle class: least squares %.3f, want about .24; best lines %.3f, want about .88", squares, linear)
	}
}

func TestBloodPressure(t *testing.T) {
	const n = 10_000
	d := BloodPressure(n, 1)
	if f := d.Features(); f[0] != "temperature (°C)" || f[1] != "pressure (mmHg)" {
		t.Errorf("features %q", f)
	}
	for i, x := range d.Rows() {
		if x[0] < 36 || x[0] > 41 || x[1] < 100 || x[1] > 180 {
			t.Fatalf("sample %d is %v", i, x)
		}
	}
	// The line between the means, in units of the deviations. The means are
	// hypot(2.2/0.5, 34/10) = 5.56 deviations apart, so Φ(−2.78) = 0.3 % err.
	line := func(x []float64) int {
		return int(lclass.StepFunc(4.4*(x[0]-38.3)/0.5 + 3.4*(x[1]-139)/10))
	}
	for k := range 2 {
		if r := recall(d, n, k, line); r < 0.99 || r == 1 {
			t.Errorf("class %d: %v are on the right side of the line; nearly all should be", k, r)
		}
	}
}

func TestHousePrices(t *testing.T) {
	for _, n := range []int{2, 3, 100} {
		d := HousePrices(n, 7)
		if d.Features()[0] != "size" || d.Target() != "price" {
			t.Errorf("features %q, target %q", d.Features(), d.Target())
		}
		intercept, slope := stat.LinearRegression(d.Column(0), d.Y(), nil, false)
		if math.Abs(slope-0.232) > 1e-10 || math.Abs(intercept-246) > 1e-7 {
			t.Errorf("n = %d: least squares finds %v and %v", n, slope, intercept)
		}
		if _, residuals := stat.MeanStdDev(d.Y(), nil); n == 100 && residuals < 60 {
			t.Errorf("deviation of the prices %v, less than that of the noise", residuals)
		}
	}
}
