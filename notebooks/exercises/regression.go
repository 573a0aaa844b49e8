package exercises

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/assignments/checking"
	"linclass/lclass"
)

// Rescaled checks exercise 1 of regression.
func Rescaled(f func(w, b, factor float64) (v, c float64)) {
	run("rescaled",
		check("predicts the same price in both units", "the size is factor times as large: which weight makes the same product?", func(t *checking.Try) {
			for _, l := range [][3]float64{{0.232, 246, 0.0929}, {3, -1, 2}} {
				v, c := f(l[0], l[1], l[2])
				for _, size := range []float64{0, 1000, 2000} {
					t.Number(fmt.Sprintf("rescaled(%g, %g, %g), the price for size %g", l[0], l[1], l[2], size), v*size*l[2]+c, l[0]*size+l[1])
				}
			}
		}),
		check("leaves everything as it is for the factor 1", "the unit is the same", func(t *checking.Try) {
			v, c := f(0.232, 246, 1)
			t.Numbers("rescaled(0.232, 246, 1)", []float64{v, c}, []float64{0.232, 246})
		}))
}

func oneFeature(x, y []float64) *lclass.Data {
	return lclass.Must(lclass.RegressionFromMatrix(mat.NewDense(len(x), 1, x), y))
}

// LargestEta checks exercise 2 of regression.
func LargestEta(f func(d *lclass.Data) float64) {
	// The loss after some thousand steps from w = 0, b = 0, and that at the start.
	descend := func(x, y []float64, eta float64) (end, start float64) {
		var w, b float64
		loss := func() (sum float64) {
			for i := range x {
				sum += (w*x[i] + b - y[i]) * (w*x[i] + b - y[i]) / 2 / float64(len(x))
			}
			return sum
		}
		start = loss()
		for range 5000 {
			var dw, db float64
			for i := range x {
				e := (w*x[i] + b - y[i]) / float64(len(x))
				dw, db = dw+e*x[i], db+e
			}
			w, b = w-eta*dw, b-eta*db
		}
		return loss(), start
	}
	x, y := []float64{1, 3, 4, 8}, []float64{2, 1, 5, 4}
	run("largestEta",
		check("is 2 if both curvatures are 1", "the Hessian of x = −1, 1 is the unit matrix; curvatures(d) returns its eigenvalues", func(t *checking.Try) {
			t.Number("largestEta for x = −1, 1", f(oneFeature([]float64{-1, 1}, []float64{0, 1})), 2)
		}),
		check("is where descent begins to diverge", "the larger of the two curvatures sets the limit", func(t *checking.Try) {
			eta := f(oneFeature(x, y))
			for _, k := range []float64{0.99, 1.01} {
				end, start := descend(x, y, k*eta)
				what := fmt.Sprintf("the loss after 5000 steps of %g times your η", k)
				if k < 1 {
					t.True(end < start, what, checking.Show(end), "less than "+checking.Show(start)+", the loss at the start")
				} else {
					t.True(!(end < start), what, checking.Show(end), "more than "+checking.Show(start)+", the loss at the start")
				}
			}
		}))
}

// AbsoluteGradient checks exercise 3 of regression.
func AbsoluteGradient(f func(d *lclass.Data, w, b float64) (dw, db float64)) {
	x, y := []float64{-1, 0, 2, 5}, []float64{0, 3, 1, 40}
	loss := func(w, b float64) (sum float64) {
		for i := range x {
			sum += math.Abs(w*x[i]+b-y[i]) / float64(len(x))
		}
		return sum
	}
	places := [][2]float64{{0.5, 1.25}, {-2, 0.5}, {7, 2}}
	run("absoluteGradient",
		check("is the slope along w", "the derivative of |y − t| with respect to y is the sign of y − t; that with respect to w has the input x as a factor", func(t *checking.Try) {
			for _, p := range places {
				dw, _ := f(oneFeature(x, y), p[0], p[1])
				t.Near(fmt.Sprintf("dw at w = %g, b = %g", p[0], p[1]), dw, slopeAt(func(w float64) float64 { return loss(w, p[1]) }, p[0]), 1e-6)
			}
		}),
		check("is the slope along b", "the bias has the input 1; take the mean", func(t *checking.Try) {
			for _, p := range places {
				_, db := f(oneFeature(x, y), p[0], p[1])
				t.Near(fmt.Sprintf("db at w = %g, b = %g", p[0], p[1]), db, slopeAt(func(b float64) float64 { return loss(p[0], b) }, p[1]), 1e-6)
			}
		}))
}
