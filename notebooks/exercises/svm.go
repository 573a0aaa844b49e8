package exercises

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/assignments/checking"
	"linclass/datasets"
	"linclass/lclass"
)

func soft(lambda float64) lclass.LinearSVM { return lclass.LinearSVM{Penalty: lclass.L2(lambda)} }

// LambdaFor checks exercise 1 of svm.
func LambdaFor(f func(lambda, factor float64) float64) {
	run("lambdaFor",
		check("is λ for the factor 1", "the units are the same", func(t *checking.Try) { t.Number("lambdaFor(0.1, 1)", f(0.1, 1), 0.1) }),
		check("gives the same line in other units", "w becomes w/factor: how large must λ be so that the penalty stays the same?", func(t *checking.Try) {
			d := datasets.TwoGaussians(60, 1)
			w, b := lclass.Must(soft(0.1).Fit(d)).Line()
			for _, factor := range []float64{10, 0.5} {
				X := mat.DenseCopyOf(d.Matrix())
				X.Scale(factor, X)
				v, c := lclass.Must(soft(f(0.1, factor)).Fit(lclass.Must(lclass.FromMatrix(X, d.T(), d.Classes())))).Line()
				t.NearAll(fmt.Sprintf("w·factor and b with λ = lambdaFor(0.1, %g)", factor), []float64{v[0] * factor, v[1] * factor, c}, []float64{w[0], w[1], b}, 1e-3)
			}
		}))
}

// LeaveOneOut checks exercise 2 of svm.
func LeaveOneOut(f func(d *lclass.Data, lambda float64) int) {
	count := func(d *lclass.Data, lambda float64) (errors int) {
		n := float64(d.N())
		for i := range d.N() {
			var rest []int
			for j := range d.N() {
				if j != i {
					rest = append(rest, j)
				}
			}
			m := lclass.Must(soft(lambda * n / (n - 1)).Fit(d.Subset(rest)))
			if m.PredictOne(d.Row(i)) != d.T()[i] {
				errors++
			}
		}
		return errors
	}
	run("leaveOneOut",
		check("is 0 where a wide street separates the classes", "the point that is left out is still on its side", func(t *checking.Try) {
			d := twoClasses([][]float64{{-3}, {-2}, {-2.5}, {2}, {2.5}, {3}}, []int{0, 0, 0, 1, 1, 1})
			t.Equal("leaveOneOut of six points in two groups, λ = 0.01", f(d, 0.01), 0)
		}),
		check("tests each point by a model that has not seen it", "d.Subset with the indices of the others, and λN/(N−1)", func(t *checking.Try) {
			for seed := uint64(1); seed <= 3; seed++ {
				d := datasets.TwoGaussians(30, seed)
				t.Equal(fmt.Sprintf("leaveOneOut(TwoGaussians(30, %d), 0.1)", seed), f(d, 0.1), count(d, 0.1))
			}
		}))
}

// Pulls checks exercise 3 of svm.
func Pulls(f func(m float64) (hinge, logistic, squared float64)) {
	run("pulls",
		check("is 0 for the hinges beyond the margin, and not for the logistic loss", "both hinges are flat for m > 1", func(t *checking.Try) {
			h, l, s := f(3)
			t.Numbers("pulls(3)", []float64{h, l, s}, []float64{0, lclass.Sigmoid(-3), 0})
		}),
		check("is the size of the slope", "−ℓ′(m) of max(0, 1 − m), of log(1 + e^−m) and of max(0, 1 − m)²", func(t *checking.Try) {
			for _, m := range []float64{0, 0.5, -10} {
				h, l, s := f(m)
				want := []float64{
					-slopeAt(func(m float64) float64 { return max(0, 1-m) }, m),
					-slopeAt(func(m float64) float64 { return math.Log1p(math.Exp(-m)) }, m),
					-slopeAt(func(m float64) float64 { return max(0, 1-m) * max(0, 1-m) }, m),
				}
				t.NearAll(fmt.Sprintf("pulls(%g)", m), []float64{h, l, s}, want, 1e-5)
			}
		}))
}
