package exercises

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
)

// PriceFactor checks exercise 1 of titanic.
func PriceFactor(f func(w, std, more float64) float64) {
	run("priceFactor",
		check("is e to the w for one standard deviation more", "standardised, that is 1 more", func(t *checking.Try) {
			t.Number("priceFactor(0.9, 50, 50)", f(0.9, 50, 50), math.Exp(0.9))
		}),
		check("is 1 for the same fare", "e to the 0", func(t *checking.Try) { t.Number("priceFactor(0.9, 50, 0)", f(0.9, 50, 0), 1) }),
		check("multiplies for each pound", "twice the distance is the square of the factor", func(t *checking.Try) {
			t.Number("priceFactor(0.16, 50, 20)", f(0.16, 50, 20), math.Pow(f(0.16, 50, 10), 2))
			t.Number("priceFactor(−0.5, 10, 5)", f(-0.5, 10, 5), math.Exp(-0.25))
		}))
}

// Boy checks exercise 2 of titanic.
func Boy(f func(sex, age float64) float64) {
	ask := func(t *checking.Try, sex, age, want float64) {
		t.Number(fmt.Sprintf("boy(%g, %g)", sex, age), f(sex, age), want)
	}
	run("boy",
		check("is 1 for boys", "male is 0 here", func(t *checking.Try) {
			ask(t, 0, 5, 1)
			ask(t, 0, 12.5, 1)
		}),
		check("is 0 for men", "younger than 13", func(t *checking.Try) {
			ask(t, 0, 13, 0)
			ask(t, 0, 40, 0)
		}),
		check("is 0 for girls and women", "both conditions must hold", func(t *checking.Try) {
			ask(t, 1, 5, 0)
			ask(t, 1, 40, 0)
		}))
}

// Filled checks exercise 3 of titanic.
func Filled(f func(train, test []float64) []float64) {
	none := math.NaN()
	run("filled",
		check("keeps the ages that are known", "replace NaN alone; math.IsNaN finds it", func(t *checking.Try) {
			t.Numbers("filled([10 20], [30 40])", f([]float64{10, 20}, []float64{30, 40}), []float64{30, 40})
		}),
		check("puts the mean of the training passengers in place of the others", "the mean of the known ages of train", func(t *checking.Try) {
			t.Numbers("filled([10 NaN 20], [NaN 5])", f([]float64{10, none, 20}, []float64{none, 5}), []float64{15, 5})
		}),
		check("learns nothing from the test", "a mean with the test ages in it is a leak", func(t *checking.Try) {
			t.Numbers("filled([10 20], [NaN 90 90])", f([]float64{10, 20}, []float64{none, 90, 90}), []float64{15, 90, 90})
		}),
		check("leaves the test as it is", "fill a copy", func(t *checking.Try) {
			test := []float64{none, 5}
			f([]float64{10}, test)
			t.Numbers("test after the call", test, []float64{none, 5})
		}))
}
