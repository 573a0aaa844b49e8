package lclass_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

func resample(t *testing.T, b lclass.Bootstrap, e lclass.Estimator, d *lclass.Data) *lclass.BootstrapSummary {
	t.Helper()
	s, err := b.Of(e, d)
	return must(t, s, err)
}

func TestBootstrapIsReproducible(t *testing.T) {
	d := irisData(t, false)
	e := lclass.Softmax{Penalty: lclass.L2(0.01)}
	b := lclass.Bootstrap{Replicates: 50, Seed: 3, BCa: true}
	want := resample(t, b, e, d)
	old := runtime.GOMAXPROCS(1)
	got := resample(t, b, e, d)
	runtime.GOMAXPROCS(old)
	if !reflect.DeepEqual(got, want) {
		t.Error("the result depends on the number of cores")
	}
	b.Seed = 4
	if other := resample(t, b, e, d); reflect.DeepEqual(other.Estimates, want.Estimates) {
		t.Error("another seed gives the same replicates")
	}
}

// With the model true, the bootstrap's standard errors are those of theory up
// to the scatter of 1000 replicates, √(1/2000) = 2 %, and of the samples.
func TestBootstrapAgreesWithTheory(t *testing.T) {
	forNumbers(t)
	forNumbers(t)
	x, class := clouds(400, 2, 2, 2)
	y := make([]float64, len(class))
	noise, _ := clouds(400, 1, 2, 9)
	for i := range y {
		y[i] = 1 + 2*x.At(i, 0) - x.At(i, 1) + noise.At(i, 0)
	}
	numeric, err := lclass.RegressionFromMatrix(x, y)
	must(t, numeric, err)
	for _, c := range []struct {
		e lclass.Estimator
		d *lclass.Data
	}{{lclass.Logistic{}, both(t, x, class)}, {lclass.LinearRegression{}, numeric}} {
		wald := summary(t, learn(t, c.e, c.d), c.d, lclass.SummaryOptions{})
		for _, bca := range []bool{false, true} {
			s := resample(t, lclass.Bootstrap{Seed: 1, BCa: bca}, c.e, c.d)
			if len(s.Estimates) != 1000 || s.Failures != nil || s.Level != 0.95 {
				t.Errorf("%d estimates, failures %v, level %v", len(s.Estimates), s.Failures, s.Level)
			}
			for i, got := range s.Coefficients {
				want := wald.Coefficients[i]
				if got.Name != want.Name || got.Value != want.Value {
					t.Errorf("%s %v, want %s %v", got.Name, got.Value, want.Name, want.Value)
				}
				if math.Abs(got.SE/want.SE-1) > 0.15 || math.Abs(got.Bias) > 0.2*want.SE {
					t.Errorf("%s: se %v, want %v; bias %v", got.Name, got.SE, want.SE, got.Bias)
				}
				if math.Abs(got.Low-want.Low) > 0.5*want.SE || math.Abs(got.High-want.High) > 0.5*want.SE {
					t.Errorf("%s: interval [%v, %v], want about [%v, %v]", got.Name, got.Low, got.High, want.Low, want.High)
				}
			}
		}
	}
}

// Drawing from counts is drawing from the samples that they stand for.
func TestBootstrapOfCounts(t *testing.T) {
	x, class := clouds(60, 2, 2, 3)
	count := make([]float64, 60)
	for i := range count {
		count[i] = float64(5 * (i % 4)) // 450 samples in 45 rows, and none in 15
	}
	d := weighted(t, both(t, x, class), count)
	b := lclass.Bootstrap{Replicates: 60, Seed: 2, BCa: true, Level: 0.9}
	e := lclass.Logistic{Solver: lclass.Newton{Tol: 1e-14}}
	counted, repeated := resample(t, b, e, d), resample(t, b, e, repeated(d))
	for r, want := range repeated.Estimates {
		near(t, "replicate", counted.Estimates[r], want, 1e-9)
	}
	for i, c := range counted.Coefficients {
		want := repeated.Coefficients[i]
		near(t, "coefficient", []float64{c.SE, c.Bias, c.Low, c.High}, []float64{want.SE, want.Bias, want.Low, want.High}, 1e-8)
	}
	// Precisions are drawn row by row, in whatever unit.
	half := d.Weight()
	for i := range half {
		half[i] /= 20
	}
	b.BCa, b.PrecisionWeights = false, true
	rows := resample(t, b, e, d)
	near(t, "se", ses(resample(t, b, e, weighted(t, d, half))), ses(rows), 1e-8)
	if ratio := rows.Coefficients[0].SE / counted.Coefficients[0].SE; ratio < 2 || ratio > 5 { // about √10
		t.Errorf("45 rows are %v times as uncertain as 450 samples", ratio)
	}
}

func ses(s *lclass.BootstrapSummary) []float64 {
	var list []float64
	for _, c := range s.Coefficients {
		list = append(list, c.SE)
	}
	return list
}

// failedBecause reports whether replicates failed for one reason, with those words.
func failedBecause(s *lclass.BootstrapSummary, words string) bool {
	for reason := range s.Failures {
		return len(s.Failures) == 1 && strings.Contains(reason, words)
	}
	return false
}

func TestBootstrapCountsFailures(t *testing.T) {
	d := irisData(t, true)
	s := resample(t, lclass.Bootstrap{Replicates: 200, Seed: 1}, lclass.Logistic{}, d)
	var failed int
	for reason, count := range s.Failures {
		failed += count
		if !strings.Contains(reason, "separated") {
			t.Errorf("%d × %s", count, reason)
		}
	}
	if failed == 0 || failed+len(s.Estimates) != 200 {
		t.Errorf("%d estimates, failures %v", len(s.Estimates), s.Failures)
	}
	for _, text := range []string{s.String(), s.HTML()} {
		if !strings.Contains(text[:100], "of 200 replicates left out: ") {
			t.Errorf("failures are not the first thing said:\n%s", text)
		}
	}

	// A class of two, a feature that is constant but for two samples.
	x, class := clouds(60, 2, 2, 1)
	for i := range class {
		x.Set(i, 1, 0)
	}
	x.Set(7, 1, 1)
	x.Set(12, 1, 2)
	class[3], class[4] = 2, 2
	three, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, three, err)
	s = resample(t, lclass.Bootstrap{Replicates: 100, Seed: 1}, lclass.Softmax{Penalty: lclass.L2(0.1)}, three)
	if !failedBecause(s, "class has no samples") {
		t.Errorf("failures %v", s.Failures)
	}
	numeric, err := lclass.RegressionFromMatrix(x, mat.Col(nil, 0, x))
	must(t, numeric, err)
	noise, _ := clouds(60, 1, 2, 4)
	numeric, err = lclass.RegressionFromMatrix(x, mat.Col(nil, 0, noise))
	must(t, numeric, err)
	s = resample(t, lclass.Bootstrap{Replicates: 100, Seed: 1}, lclass.LinearRegression{}, numeric)
	if !failedBecause(s, "linearly dependent") {
		t.Errorf("failures %v", s.Failures)
	}

	s = resample(t, lclass.Bootstrap{Replicates: 60, Seed: 1}, lclass.Logistic{Penalty: lclass.L2(0.1), Solver: lclass.Descent{Epochs: 3}}, d)
	if s.NotConverged != 60 || len(s.Estimates) != 60 || !strings.Contains(s.String(), "60 of 60 replicates did not converge") {
		t.Errorf("%d unfinished of %d\n%s", s.NotConverged, len(s.Estimates), s)
	}
}

func TestBootstrapRefuses(t *testing.T) {
	d := irisData(t, true)
	none := lclass.Logistic{}
	for _, c := range []struct {
		b     lclass.Bootstrap
		e     lclass.Estimator
		d     *lclass.Data
		want  error
		words []string
	}{
		{lclass.Bootstrap{Replicates: 38}, none, d, &lclass.SettingError{Setting: "Bootstrap.Replicates", Value: 38}, []string{"at least 39"}},
		{lclass.Bootstrap{Replicates: -1}, none, d, &lclass.SettingError{Setting: "Bootstrap.Replicates", Value: -1}, nil},
		{lclass.Bootstrap{Level: 2}, none, d, &lclass.SettingError{Setting: "Level", Value: 2}, nil},
		{lclass.Bootstrap{}, lclass.Logistic{}, irisData(t, false), &invalid.TargetError{Target: "species", Want: "two classes"}, nil},
		{lclass.Bootstrap{Seed: 1, BCa: true, Replicates: 200}, none, d, lclass.ErrSeparated, []string{"BCa", "percentile"}},
	} {
		s, err := c.b.Of(c.e, c.d)
		fails(t, err, c.want, c.words...)
		if s != nil {
			t.Errorf("%v: a summary beside error %v", c.b, err)
		}
	}
	few := d.Subset([]int{18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85})
	s, err := lclass.Bootstrap{Replicates: 100, Seed: 1}.Of(none, few)
	if mentions(t, err, "of 100 replicates have weights", "separated", "at least 39", "penalty"); s != nil {
		t.Errorf("a summary beside error %v", err)
	}
	if _, err := (lclass.Bootstrap{}).Of(none, separatedData(t, true)); !errors.Is(err, lclass.ErrSeparated) {
		t.Errorf("error %v", err)
	}
	many := make([]float64, d.N())
	for i := range many {
		many[i] = 1e8
	}
	fails(t, failure(lclass.Bootstrap{}.Of(none, weighted(t, d, many))), &lclass.SettingError{Setting: "Bootstrap.PrecisionWeights", Value: false}, "1e+09 samples")
}

// The scores of any learner have intervals.
func TestBootstrapOfAnyEstimator(t *testing.T) {
	forNumbers(t)
	d := irisData(t, false)
	b := lclass.Bootstrap{Replicates: 40, Seed: 1}
	for _, c := range []struct {
		e       lclass.Estimator
		classes []string
	}{
		{lclass.OneVsOne{Of: lclass.LinearSVM{Penalty: lclass.L2(0.1)}}, []string{"versicolor not setosa", "virginica not setosa", "virginica not versicolor"}},
		{lclass.Softmax{Penalty: lclass.L1(0.01)}, []string{"setosa", "versicolor", "virginica"}},
	} {
		_, b.BCa = c.e.(lclass.Softmax) // weights that are always 0, too
		s := resample(t, b, c.e, d)
		var classes []string
		for _, c := range s.Coefficients {
			classes = append(classes, c.Class)
			if !(c.Low <= c.High) {
				t.Errorf("interval [%v, %v]", c.Low, c.High)
			}
		}
		if got := slices.Compact(classes); !slices.Equal(got, c.classes) || len(s.Coefficients) != 15 {
			t.Errorf("classes %q, want %q", got, c.classes)
		}
		if names := s.Table().Columns; names[1].Name != "class" || names[6].Name != "high" {
			t.Errorf("%v", s.Table())
		}
	}
	s := resample(t, lclass.Bootstrap{Replicates: 40, Seed: 1, BCa: true}, lclass.Perceptron{Epochs: 20}, irisData(t, true))
	text, err := json.Marshal(s)
	must(t, text, err)
	var read lclass.BootstrapSummary
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(&read, s) {
		t.Errorf("read back %+v, error %v; want %+v", read, err, *s)
	}
}

// Intervals by BCa follow the units of a feature, however extreme.
func TestBootstrapInExtremeUnits(t *testing.T) {
	x, _ := clouds(40, 1, 2, 3)
	y := make([]float64, 40)
	for i := range y {
		y[i] = 2*x.At(i, 0) + math.Sin(float64(7*i))
	}
	var want lclass.Estimate
	for _, unit := range []float64{1, 1e110, 1e-110} {
		var scaled mat.Dense
		scaled.Scale(unit, x)
		d, err := lclass.RegressionFromMatrix(&scaled, y)
		must(t, d, err)
		s := resample(t, lclass.Bootstrap{Seed: 2, BCa: true, Replicates: 200}, lclass.LinearRegression{}, d)
		got := s.Coefficients[1]
		if unit == 1 {
			want = got
		}
		near(t, "units", []float64{got.Low * unit, got.High * unit}, []float64{want.Low, want.High}, 1e-9)
	}
}
