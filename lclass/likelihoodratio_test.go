package lclass_test

import (
	"errors"
	"math"
	"testing"

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
		d, err := lclass.FromFrame(datasets.Iris(), target, names...)
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
		{"itself", width, width, "nothing is to be tested"},
	} {
		for _, test := range []func(small, large *lclass.Summary) (lclass.Test, error){lclass.LikelihoodRatio, lclass.FTest} {
			if _, err := test(c.small, c.large); !errors.Is(err, lclass.ErrNotNested) {
				t.Errorf("%s: error %v", c.name, err)
			} else {
				mentions(t, err, c.word)
			}
		}
	}
	d := both(t, x, class)
	one, err := lclass.FromMatrix(x.Slice(0, 150, 0, 1), class, []string{"c0", "c1"})
	must(t, one, err)
	small, large := of(lclass.Logistic{}, one), of(lclass.Logistic{}, d)
	small.Classes = large.Classes
	mentions(t, failure(lclass.FTest(small, large)), "LikelihoodRatio")
	if test := lclass.Must(lclass.LikelihoodRatio(small, large)); test.DF != 1 || !(test.P > 0 && test.P < 1) {
		t.Errorf("%+v", test)
	}
}

// The likelihood ratio of regressions is a function of F:
// χ² = N log(1 + F·df/residual).
func TestLikelihoodRatioOfRegression(t *testing.T) {
	of := func(names ...string) *lclass.Summary {
		d, err := lclass.FromFrame(datasets.Iris(), "petal_width", names...)
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
	mentions(t, errors.New(f.String()), "F = ", "on 2 and 146 df, p = ")
}
