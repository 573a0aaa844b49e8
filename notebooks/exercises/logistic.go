package exercises

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/mle"
)

// Posterior checks exercise 1 of logistic.
func Posterior(f func(prior, ratio float64) float64) {
	run("posterior",
		check("doubles odds of 1 to 1", "the ratio multiplies the odds p/(1 − p)", func(t *checking.Try) {
			t.Number("posterior(0.5, 2)", f(0.5, 2), 2.0/3)
		}),
		check("is Bayes' rule", "log-odds of the prior plus the log of the ratio, then the sigmoid", func(t *checking.Try) {
			for _, prior := range []float64{0.2, 0.01, 0.9} {
				for _, ratio := range []float64{8, 1, 0.25} {
					t.Number(fmt.Sprintf("posterior(%g, %g)", prior, ratio), f(prior, ratio), prior*ratio/(prior*ratio+1-prior))
				}
			}
		}),
		check("adds up two pieces of evidence", "log-odds add, so the order of the evidence does not matter", func(t *checking.Try) {
			t.Number("posterior(posterior(0.2, 8), 3)", f(f(0.2, 8), 3), f(0.2, 24))
		}))
}

// Weighted checks exercise 2 of logistic.
func Weighted(f func(w []float64, b, k float64) ([]float64, float64)) {
	fit := func(k float64) ([]float64, float64) {
		d := lclass.Must(datasets.TwoGaussians(20_000, 1).WithClassWeight(map[string]float64{"1": k}))
		return lclass.Must(lclass.Logistic{}.Fit(d)).Line()
	}
	run("weighted",
		check("leaves w alone", "the ratio of the densities has not changed", func(t *checking.Try) {
			w, _ := f([]float64{1.5, -2}, 0.5, 9)
			t.Numbers("w of weighted([1.5 −2], 0.5, 9)", w, []float64{1.5, -2})
		}),
		check("moves b by the log of k", "the odds of class 1 are k times as large at every x", func(t *checking.Try) {
			for _, k := range []float64{9, 1, 0.5} {
				_, b := f([]float64{1, 1}, 0.25, k)
				t.Number(fmt.Sprintf("b of weighted([1 1], 0.25, %g)", k), b, 0.25+math.Log(k))
			}
		}),
		check("agrees with a fit of 20 000 points", "a fit to a sample comes close, up to chance", func(t *checking.Try) {
			w, b := fit(1)
			_, c := f(w, b, 9)
			_, want := fit(9)
			t.Near("b if class 1 counts nine times", c, want, 0.1)
		}))
}

// TwoBells checks exercise 3 of logistic.
func TwoBells(f func(x, m0, s0, m1, s1 float64) float64) {
	ask := func(t *checking.Try, x, m0, s0, m1, s1 float64) {
		want := mle.Normal{Mu: m1, Sigma: s1}.LogDensity(x) - mle.Normal{Mu: m0, Sigma: s0}.LogDensity(x)
		t.Number(fmt.Sprintf("twoBells(%g, %g, %g, %g, %g)", x, m0, s0, m1, s1), f(x, m0, s0, m1, s1), want)
	}
	run("twoBells",
		check("is a straight line in x if the spreads are equal", "the squares cancel", func(t *checking.Try) {
			a, b, c := f(-1, 0, 1, 2, 1), f(0, 0, 1, 2, 1), f(1, 0, 1, 2, 1)
			t.Number("the middle of twoBells at −1 and 1", (a+c)/2, b)
			ask(t, 3, 0, 1, 2, 1)
		}),
		check("is a parabola if they differ", "the log of each density: −log s − (x − m)²/(2s²), and the part with π cancels", func(t *checking.Try) {
			for _, x := range []float64{-3, 0, 0.5, 4} {
				ask(t, x, 0, 0.6, 0, 2)
				ask(t, x, 1, 2, -1, 0.5)
			}
		}),
		check("is finite where both densities are 0 in floating point", "subtract logarithms, and do not take the logarithm of a quotient", func(t *checking.Try) {
			ask(t, 100, 0, 1, 0, 2)
		}))
}
