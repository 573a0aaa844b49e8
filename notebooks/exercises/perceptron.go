package exercises

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"linclass/assignments/checking"
	"linclass/datasets"
	"linclass/lclass"
)

// SameLine checks exercise 1 of perceptron.
func SameLine(f func(w []float64, b float64, v []float64, c float64) bool) {
	ask := func(t *checking.Try, w []float64, b float64, v []float64, c float64, want bool) {
		t.Equal(fmt.Sprintf("sameLine(%s, %g, %s, %g)", checking.Show(w), b, checking.Show(v), c), f(w, b, v, c), want)
	}
	run("sameLine",
		check("is true for positive multiples", "divide both by their length: a learning rate multiplies w and b by the same number", func(t *checking.Try) {
			ask(t, []float64{1, -2}, 0.5, []float64{10, -20}, 5, true)
			ask(t, []float64{0, 3}, 0, []float64{0, 0.1}, 0, true)
		}),
		check("is false for other lines", "b belongs to the line as much as w", func(t *checking.Try) {
			ask(t, []float64{1, -2}, 0.5, []float64{10, -20}, 4, false)
			ask(t, []float64{1, -2}, 0.5, []float64{10, 20}, 5, false)
		}),
		check("is false if the sides are swapped", "a negative factor turns the classes round", func(t *checking.Try) {
			ask(t, []float64{1, -2}, 0.5, []float64{-1, 2}, -0.5, false)
		}),
		check("holds for the perceptron with η = 0.1 and 10", "compare with a tolerance such as 1e-9: the two are rounded differently", func(t *checking.Try) {
			var w [2][]float64
			var b [2]float64
			for i, eta := range []float64{0.1, 10} {
				m := lclass.Must(lclass.Perceptron{Eta: eta, Batch: lclass.FullBatch}.Fit(datasets.UnitSquare(100, 11)))
				w[i], b[i] = m.Line()
			}
			ask(t, w[0], b[0], w[1], b[1], true)
		}))
}

func errorsOf(d *lclass.Data, w []float64, b float64) (n int) {
	t := lclass.Must(d.PlusMinus())
	for i, x := range d.Rows() {
		if lclass.Sign(floats.Dot(w, x)+b) != t[i] {
			n++
		}
	}
	return n
}

// Pocket checks exercise 2 of perceptron.
func Pocket(f func(d *lclass.Data, epochs int) (w []float64, b float64)) {
	best := func(d *lclass.Data, epochs int) int {
		least := math.MaxInt
		for s, err := range (lclass.Perceptron{Eta: 0.1, Epochs: epochs}).Steps(d) {
			if err != nil {
				panic(err)
			}
			least = min(least, s.Errors)
		}
		return least
	}
	run("pocket",
		check("finds a line without errors where there is one", "Steps makes the epochs one by one", func(t *checking.Try) {
			d := datasets.UnitSquare(100, 11)
			w, b := f(d, 100)
			t.Equal("errors on square()", errorsOf(d, w, b), 0)
		}),
		check("keeps the best line of all epochs", "the last line is often not the best: keep a copy when Errors is the smallest so far", func(t *checking.Try) {
			for seed := uint64(1); seed <= 5; seed++ {
				d := datasets.TwoGaussians(100, seed)
				w, b := f(d, 30)
				t.Equal(fmt.Sprintf("errors on TwoGaussians(100, %d) after 30 epochs", seed), errorsOf(d, w, b), best(d, 30))
			}
		}))
}

// Novikoff checks exercise 3 of perceptron.
func Novikoff(f func(d *lclass.Data, w []float64, b float64) float64) {
	// All of length √2 with the 1 of the bias, and at the distance 1 from x₁ = 0 in three dimensions.
	two := func(s float64) *lclass.Data { return twoClasses([][]float64{{-s}, {s}}, []int{0, 1}) }
	run("novikoff",
		check("is (R/γ)² by hand", "R is the length of the longest (x, 1), γ the smallest |score| divided by the length of (w, b)", func(t *checking.Try) {
			t.Number("x = −1 and 1, w = 1, b = 0", f(two(1), []float64{1}, 0), 2)
			t.Number("x = −2 and 2, w = 1, b = 0", f(two(2), []float64{1}, 0), 5.0/4)
		}),
		check("does not depend on the length of (w, b)", "divide by that length", func(t *checking.Try) {
			d := datasets.UnitSquare(100, 11)
			once, tenfold := f(d, []float64{1, 1}, -1), f(d, []float64{10, 10}, -10)
			t.Near("with (w, b) ten times as long", tenfold, once, 1e-9)
		}),
		check("bounds the updates of the online perceptron", "the bias counts as a weight whose input is 1", func(t *checking.Try) {
			d := datasets.UnitSquare(100, 11)
			n := 0.0
			for _, err := range (lclass.Perceptron{Epochs: 10_000}).Updates(d) {
				if err != nil {
					panic(err)
				}
				n++
			}
			bound := f(d, []float64{1, 1}, -1)
			t.True(bound >= n && !math.IsInf(bound, 0), "the bound for square() and its diagonal", checking.Show(bound), fmt.Sprintf("at least %g, the number of updates, and finite", n))
		}))
}
