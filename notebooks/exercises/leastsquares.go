package exercises

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/assignments/checking"
	"linclass/datasets"
	"linclass/lclass"
)

// FarErrors checks exercise 1 of leastsquares.
func FarErrors(f func(s float64) int) {
	count := func(s float64) (wrong int) {
		d := datasets.Outliers(200, 40, 3)
		X, t := d.Matrix(), d.T()
		for n := 200; n < 240; n++ {
			X.Set(n, 0, X.At(n, 0)+11*s)
			X.Set(n, 1, X.At(n, 1)-3*s)
		}
		m := lclass.Must(lclass.LeastSquares{}.Fit(lclass.Must(lclass.FromMatrix(X, t, []string{"0", "1"}))))
		for n := range 200 {
			if m.PredictOne(X.RawRowView(n)) != t[n] {
				wrong++
			}
		}
		return wrong
	}
	ask := func(t *checking.Try, s float64) { t.Equal(fmt.Sprintf("farErrors(%g)", s), f(s), count(s)) }
	run("farErrors",
		check("counts the errors with the points of section 4", "s = 0 moves nothing; count only in the clusters, as wrong does", func(t *checking.Try) { ask(t, 0) }),
		check("counts fewer if the forty are in their own cluster", "s = −1 adds (−11, 3)", func(t *checking.Try) { ask(t, -1) }),
		check("counts them for other places of the forty", "fit again with the moved points", func(t *checking.Try) {
			ask(t, -0.5)
			ask(t, 2)
		}))
}

// ByQR checks exercise 2 of leastsquares.
func ByQR(f func(X, t *mat.Dense) []float64) {
	problem := func(apart float64) (X, t *mat.Dense) {
		rng := source(1)
		X, t = mat.NewDense(100, 3, nil), mat.NewDense(100, 1, nil)
		for n := range 100 {
			x := rng.NormFloat64()
			X.SetRow(n, []float64{1, x, x + apart*rng.NormFloat64()})
			t.Set(n, 0, X.At(n, 1)+X.At(n, 2))
		}
		return X, t
	}
	run("byQR",
		check("solves an easy problem", "three weights: the bias, and those of the two features", func(t *checking.Try) {
			t.NearAll("the weights if the features differ by about 1", f(problem(1)), []float64{0, 1, 1}, 1e-9)
		}),
		check("keeps seven digits where the normal equations keep none", "factorise X itself and not XᵀX, whose condition number is the square", func(t *checking.Try) {
			t.NearAll("the weights if the features differ by about 1e-7", f(problem(1e-7)), []float64{0, 1, 1}, 1e-6)
		}))
}

// FourInARow checks exercise 3 of leastsquares.
func FourInARow(f func(x float64) []float64) {
	rng, x, class := source(5), mat.NewDense(400, 1, nil), make([]int, 400)
	for n := range 400 {
		class[n] = n % 4
		x.Set(n, 0, float64(2*class[n]-3)+0.4*rng.NormFloat64())
	}
	d := lclass.Must(lclass.FromMatrix(x, class, []string{"a", "b", "c", "d"}))
	run("fourInARow",
		check("lets least squares find all four classes", "a line cannot go 0, 1, 0, 0: which powers of x can?", func(t *checking.Try) {
			own := withFeatures(t, "fourInARow", d, func(x []float64) []float64 { return f(x[0]) })
			m, worst := lclass.Must(lclass.LeastSquares{}.Fit(own)), math.Inf(1)
			found := make([]float64, 4)
			for n, row := range own.Rows() {
				if m.PredictOne(row) == class[n] {
					found[class[n]] += 0.01
				}
			}
			for _, share := range found {
				worst = min(worst, share)
			}
			t.True(worst >= 0.9, "the recall of the four classes at −3, −1, 1, 3", checking.Show(found), "at least 0.9 each")
		}))
}
