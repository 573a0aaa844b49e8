package exercises

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/assignments/checking"
	"linclass/lclass"
)

// BoundaryAt checks exercise 1 of discriminants.
func BoundaryAt(f func(w []float64, b float64) float64) {
	run("boundaryAt",
		check("is −1 for 5x₁ − 12x₂ + 13 = 0", "the origin has score b, and the length of w is 13", func(t *checking.Try) {
			t.Number("boundaryAt([5 −12], 13)", f([]float64{5, -12}, 13), -1)
		}),
		check("leads from the origin along w to the boundary", "go that far from the origin in the direction of w: the score there is 0", func(t *checking.Try) {
			for _, w := range [][]float64{{3, 4}, {-1, 0}, {2, -1, 2}, {0.1}} {
				b, x := 1.5, checking.Fresh(w)
				at := f(checking.Fresh(w), b)
				floats.Scale(at/floats.Norm(w, 2), x)
				t.Number(fmt.Sprintf("the score at the place that boundaryAt(%s, %g) gives", checking.Show(w), b), floats.Dot(w, x)+b, 0)
			}
		}))
}

// SafeSoftmax checks exercise 2 of discriminants.
func SafeSoftmax(f func(z ...float64) []float64) {
	ln2 := math.Log(2)
	run("safeSoftmax",
		check("is the softmax where that works", "e to each score, divided by their sum", func(t *checking.Try) {
			t.Numbers("safeSoftmax(0, ln 2, 0)", f(0, ln2, 0), []float64{0.25, 0.5, 0.25})
			t.Numbers("safeSoftmax(7)", f(7), []float64{1})
		}),
		check("stays finite for large scores", "subtract the same number from all scores so that none is above 0", func(t *checking.Try) {
			t.Numbers("safeSoftmax(1000, 0, 1)", f(1000, 0, 1), []float64{1, 0, 0})
			t.Numbers("safeSoftmax(1000, 1000 + ln 2, 1000)", f(1000, 1000+ln2, 1000), []float64{0.25, 0.5, 0.25})
		}),
		check("stays finite if all scores are far below 0", "the largest score is the one to subtract: the sum then has a term 1", func(t *checking.Try) {
			t.Numbers("safeSoftmax(−1000, −1000)", f(-1000, -1000), []float64{0.5, 0.5})
		}),
		check("leaves the scores of the caller alone", "change a copy: slices.Clone", func(t *checking.Try) {
			z := []float64{1, 2}
			f(z...)
			t.True(slices.Equal(z, []float64{1, 2}), "the scores after the call", checking.Show(z), "[1 2]")
		}))
}

// disc returns points of a square, class 1 inside the circle of radius 1.
func disc(n int, seed uint64) *lclass.Data {
	rng, x, t := source(seed), mat.NewDense(n, 2, nil), make([]int, n)
	for i := range t {
		x.SetRow(i, []float64{4*rng.Float64() - 2, 4*rng.Float64() - 2})
		if math.Hypot(x.At(i, 0), x.At(i, 1)) < 1 {
			t[i] = 1
		}
	}
	return lclass.Must(lclass.FromMatrix(x, t, []string{"outside", "inside"}))
}

// Circle checks exercise 3 of discriminants.
func Circle(f func(x []float64) []float64) {
	run("circle",
		check("makes classes that a line separates", "the circle is x₁² + x₂² = 1: which features make that a line?", func(t *checking.Try) {
			svm := lclass.LinearSVM{Penalty: lclass.L2(1e-4)}
			got := accuracyOf(svm, withFeatures(t, "circle", disc(400, 1), f), withFeatures(t, "circle", disc(1000, 2), f))
			t.True(got >= 0.95, "share of 1000 new points that a linear SVM with your features gets right", checking.Show(got), "at least 0.95")
		}))
}
