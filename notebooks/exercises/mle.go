package exercises

import (
	"fmt"
	"math"
	"slices"

	"linclass/assignments/checking"
	"linclass/lclass"
	"linclass/lclass/mle"
)

// Width checks exercise 1 of mle.
func Width(f func(x []float64) float64) {
	x := []float64{0.5, 2, 1, 0.25, 3, 1.25, 0.125, 4}
	run("width",
		check("is λ/√N", "the curvature of l at the top is −N/λ²; the width is 1 over the root of its size", func(t *checking.Try) {
			for n := 2; n <= len(x); n += 3 {
				want := lclass.Must(mle.StdErr(lclass.Must(mle.FitExponential(x[:n])), n))[0]
				t.Number("width("+checking.Show(x[:n])+")", f(slices.Clone(x[:n])), want)
			}
		}),
		check("halves for four times the values", "N is under a root", func(t *checking.Try) {
			four := slices.Concat(x, x, x, x)
			t.Number("width of four copies of the values", f(four), f(slices.Clone(x))/2)
		}))
}

// PerGroup checks exercise 2 of mle.
func PerGroup(f func(x []float64, group []string) float64) {
	x, group := []float64{1, 2, 3.5, 10, 11, 13, 12.5}, []string{"a", "a", "a", "b", "b", "b", "b"}
	l := func(x []float64) float64 { return lclass.Must(mle.FitNormal(x)).LogLikelihood(x) }
	run("perGroup",
		check("is l of one bell curve for one group", "fit the group, and take its log-likelihood", func(t *checking.Try) {
			t.Number("perGroup of one group", f(slices.Clone(x[:3]), group[:3]), l(x[:3]))
		}),
		check("adds up the groups", "each group has its own mean and its own spread; log-likelihoods add", func(t *checking.Try) {
			t.Number(fmt.Sprintf("perGroup(%s, %v)", checking.Show(x), group), f(slices.Clone(x), group), l(x[:3])+l(x[3:]))
		}),
		check("does not need sorted groups", "collect the values by the name of their group", func(t *checking.Try) {
			mixed, names := []float64{10, 1, 11, 2, 13, 3.5, 12.5}, []string{"b", "a", "b", "a", "b", "a", "b"}
			t.Number(fmt.Sprintf("perGroup(%s, %v)", checking.Show(mixed), names), f(mixed, names), l(x[:3])+l(x[3:]))
		}))
}

// Laplace checks exercise 3 of mle.
func Laplace(f func(x []float64) (m, s float64)) {
	l := func(x []float64, m, s float64) (sum float64) {
		for _, v := range x {
			sum += -math.Log(2*s) - math.Abs(v-m)/s
		}
		return sum
	}
	sets := [][]float64{{3, 1, 2}, {5, -1, 0, 100}, {2, 2, 2.5, 9, 1}}
	run("laplace",
		check("has the median and the mean deviation of 3, 1, 2", "the sum of |x − m| is smallest in the middle of the sorted values", func(t *checking.Try) {
			m, s := f([]float64{3, 1, 2})
			t.Numbers("laplace([3 1 2])", []float64{m, s}, []float64{2, 2.0 / 3})
		}),
		check("has no better neighbour", "s is the mean of |x − m|", func(t *checking.Try) {
			for _, x := range sets {
				m, s := f(slices.Clone(x))
				top := l(x, m, s)
				for _, other := range [][2]float64{{m + 0.1, s}, {m - 0.1, s}, {m, 1.1 * s}, {m, s / 1.1}} {
					near := l(x, other[0], other[1])
					t.True(top >= near-1e-9, fmt.Sprintf("l of laplace(%s), which is m = %.4g, s = %.4g", checking.Show(x), m, s), checking.Show(top),
						fmt.Sprintf("at least %s, that of m = %.4g, s = %.4g", checking.Show(near), other[0], other[1]))
				}
			}
		}),
		check("leaves the order of the values alone", "sort a copy: slices.Sorted(slices.Values(x))", func(t *checking.Try) {
			x := []float64{3, 1, 2}
			f(x)
			t.Numbers("the values after the call", x, []float64{3, 1, 2})
		}))
}
