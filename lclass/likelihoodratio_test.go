package lclass_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

func TestNotNested(t *testing.T) {
	of := func(e lclass.Estimator, d *lclass.Data) *lclass.Summary {
		t.Helper()
		return summary(t, learn(t, e, d), d, lclass.SummaryOptions{})
	}
	features := func(target string, names ...string) *lclass.Data {
		t.Helper()
		d, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: target, Features: names})
		return must(t, d, err)
	}
	x, class := clouds(150, 2, 2, 1)
	logistic := of(lclass.Logistic{}, both(t, x, class))
	width := of(lclass.LinearRegression{}, irisWidth(t))
	for _, c := range []struct {
		name         string
		small, large *lclass.Summary
		word         string
	}{
		{"methods", logistic, width, "maximum likelihood and least squares"},
		{"targets", of(lclass.LinearRegression{}, features("petal_length", "sepal_length")), width, `"petal_length"`},
		{"samples", of(lclass.LinearRegression{}, features("petal_width", "sepal_length").Subset([]int{1, 2, 3, 60, 70, 80})), width, "not the same"},
		{"features", width, of(lclass.LinearRegression{}, features("petal_width", "sepal_length", "sepal_width")), `"petal_length"`},
		{"itself", width, width, "nothing to test"},
	} {
		for _, test := range []func(small, large *lclass.Summary) (lclass.Test, error){lclass.LikelihoodRatio, lclass.FTest} {
			if _, err := test(c.small, c.large); !errors.Is(err, lclass.ErrNotNested) {
				t.Errorf("%s: error %v", c.name, err)
			} else {
				fails(t, err, lclass.ErrNotNested)
			}
		}
	}
	d := both(t, x, class)
	one, err := lclass.FromMatrix(x.Slice(0, 150, 0, 1), class, d.Classes())
	must(t, one, err)
	one = one.WithTarget(d.Target())
	small, large := of(lclass.Logistic{}, one), of(lclass.Logistic{}, d)
	fails(t, failure(lclass.FTest(small, large)), lclass.ErrNotNested, "LikelihoodRatio")
	if test := lclass.Must(lclass.LikelihoodRatio(small, large)); test.DF != 1 || !(test.P > 0 && test.P < 1) {
		t.Errorf("%+v", test)
	}
}

// The likelihood ratio of regressions is a function of F:
// χ² = N log(1 + F·df/residual).
func TestLikelihoodRatioOfRegression(t *testing.T) {
	of := func(names ...string) *lclass.Summary {
		d, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: names})
		must(t, d, err)
		return summary(t, learn(t, lclass.LinearRegression{}, d), d, lclass.SummaryOptions{})
	}
	small, large := of("petal_length"), of(irisColumns[:3]...)
	test := lclass.Must(lclass.LikelihoodRatio(small, large))
	f := lclass.Must(lclass.FTest(small, large))
	near(t, "χ²", []float64{test.Statistic}, []float64{150 * math.Log1p(f.Statistic*f.DF/f.Residual)}, 1e-10)
	if test.DF != 2 || test.Name != "χ²" || f.Name != "F" {
		t.Errorf("%v, %v", test, f)
	}
	contains(t, f.String(), "F = ", "on 2 and 146 df, p = ")
}

// Samples that no number of the fits tells apart: as many of each class, the
// same targets in another order.
func TestLikelihoodRatioNeedsTheSameSamples(t *testing.T) {
	x, class := clouds(200, 3, 2, 1)
	y := make([]float64, 200)
	for i := range y {
		y[i] = float64(i%7) + x.At(i, 0)
	}
	pick := func(lo, step, features int) (sub *mat.Dense, t []int, v []float64) {
		sub = mat.NewDense(100, features, nil)
		for i := range 100 {
			from := (lo + i*step) % 200
			for j := range features {
				sub.Set(i, j, x.At(from, j))
			}
			t, v = append(t, class[from]), append(v, y[from])
		}
		return sub, t, v
	}
	logistic := func(lo, step, features int) *lclass.Summary {
		sub, class, _ := pick(lo, step, features)
		d := both(t, sub, class)
		return summary(t, learn(t, lclass.Logistic{}, d), d, lclass.SummaryOptions{})
	}
	regression := func(lo, step, features int, shuffle bool) *lclass.Summary {
		sub, _, y := pick(lo, step, features)
		if shuffle {
			slices.Reverse(y)
		}
		d, err := lclass.RegressionFromMatrix(sub, y)
		must(t, d, err)
		return summary(t, learn(t, lclass.LinearRegression{}, d), d, lclass.SummaryOptions{})
	}
	refused := func(name string, small, large *lclass.Summary) {
		t.Helper()
		for _, test := range []func(small, large *lclass.Summary) (lclass.Test, error){lclass.LikelihoodRatio, lclass.FTest} {
			_, err := test(small, large)
			if !errors.Is(err, lclass.ErrNotNested) {
				t.Errorf("%s: error %v", name, err)
			}
			fails(t, err, lclass.ErrNotNested)
		}
	}
	refused("other samples", logistic(0, 1, 1), logistic(100, 1, 3))
	refused("other targets", regression(0, 1, 1, false), regression(0, 1, 3, true))

	// In another order they are the same.
	for _, c := range [][2]*lclass.Summary{
		{logistic(0, 1, 1), logistic(99, 199, 3)},
		{regression(0, 1, 2, false), regression(99, 199, 3, false)},
	} {
		if test, err := lclass.LikelihoodRatio(c[0], c[1]); err != nil || !(test.P > 0) {
			t.Errorf("%v, error %v", test, err)
		}
	}
	// A summary from JSON knows its samples; one that was written without them
	// is believed.
	small, large := logistic(0, 1, 1), logistic(100, 1, 3)
	var read lclass.Summary
	if err := json.Unmarshal(lclass.Must(json.Marshal(small)), &read); err != nil {
		t.Fatal(err)
	}
	refused("JSON", &read, large)
	read.Fingerprints = nil
	if _, err := lclass.LikelihoodRatio(&read, large); err != nil {
		t.Error(err)
	}
}

// A table of counts and the rows that it stands for are the same samples, as
// are classes named in another order, and 0 and −0.
func TestSameSamplesInAnotherForm(t *testing.T) {
	large := titanicTable(t)
	small, err := lclass.FromFrame(datasets.TitanicTable(), lclass.Columns{Target: "Survived", Features: []string{"Sex", "Age"}, Weight: "Freq"})
	must(t, small, err)
	small = repeated(small)
	x := small.Matrix()
	for i := range small.N() {
		for j := range small.D() {
			if x.At(i, j) == 0 {
				x.Set(i, j, math.Copysign(0, -1))
			}
		}
	}
	swapped, err := lclass.FromMatrix(x, flip(small.T()), []string{small.Classes()[1], small.Classes()[0]})
	must(t, swapped, err)
	swapped, err = swapped.WithFeatures(small.Features()...)
	must(t, swapped, err)
	of := func(d *lclass.Data) *lclass.Summary {
		return summary(t, learn(t, lclass.Logistic{}, d), d, lclass.SummaryOptions{})
	}
	positive := lclass.Must(swapped.WithTarget("Survived").Positive("Yes"))
	if test, err := lclass.LikelihoodRatio(of(positive), of(large)); err != nil || test.DF != 3 {
		t.Errorf("%v, error %v", test, err)
	}
}
