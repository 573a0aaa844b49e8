package exercises

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"linclass/assignments/checking"
	"linclass/datasets"
	"linclass/lclass"
)

// ToZeroOne checks exercise 1 of lab.
func ToZeroOne(f func(t float64) float64) {
	run("toZeroOne",
		check("turns 1 into 1", "(t + 1)/2", func(t *checking.Try) { t.Number("toZeroOne(1)", f(1), 1) }),
		check("turns −1 into 0", "a straight line through (−1, 0) and (1, 1)", func(t *checking.Try) { t.Number("toZeroOne(−1)", f(-1), 0) }))
}

// Remembered checks exercise 2 of lab.
func Remembered(f func(lambda float64) *lclass.Model) {
	weights := func(lambda float64) []float64 { return slices.Clone(f(lambda).W.RawMatrix().Data) }
	run("remembered",
		check("has smaller weights for a larger λ", "Keep finds the model of another λ unless λ is among its parameters", func(t *checking.Try) {
			small, large := floats.Norm(weights(0.001), 2), floats.Norm(weights(1), 2)
			t.True(large < 0.9*small, "the length of the weights for λ = 1", checking.Show(large), "clearly less than "+checking.Show(small)+", that for λ = 0.001")
		}),
		check("returns the same model for the same λ", "fit with the λ of the call", func(t *checking.Try) {
			first := weights(0.01)
			weights(0.1)
			t.Numbers("the weights for λ = 0.01, after those for 0.1", weights(0.01), first)
		}))
}

// Misses checks exercise 3 of lab.
func Misses(f func(d *lclass.Data, w []float64, b float64) [2]int) {
	run("misses",
		check("counts no error where the line separates", "class 1 has a score of at least 0", func(t *checking.Try) {
			d := twoClasses([][]float64{{-1}, {2}, {3}}, []int{0, 1, 1})
			t.Equal("misses of −1 | 2, 3 with w = 1, b = 0", f(d, []float64{1}, 0), [2]int{0, 0})
		}),
		check("counts the errors of each class", "the class that counts is the true one", func(t *checking.Try) {
			d := datasets.TwoGaussians(100, 1)
			for _, b := range []float64{-3, -0.5, 0, 2} {
				var want [2]int
				for i, x := range d.Rows() {
					if y := int(lclass.StepFunc(x[0] + x[1] + b)); y != d.T()[i] {
						want[d.T()[i]]++
					}
				}
				t.Equal(fmt.Sprintf("misses(TwoGaussians(100, 1), [1 1], %g)", b), f(d, []float64{1, 1}, b), want)
			}
		}))
}
