package check

import (
	"fmt"

	"linclass/assignments/checking"
)

// GaussMLE makes the open checks of GaussMLE and prints what came out.
func GaussMLE(f func(x []float64) (mu, variance float64)) { checking.Print(gaussMLETask(f)) }

func gaussMLETask(f func(x []float64) (mu, variance float64)) checking.Task {
	best := func(x []float64) (float64, float64) { return f(checking.Fresh(x)) }
	call := func(x []float64) string { return fmt.Sprintf("GaussMLE(%s)", checking.Show(x)) }
	return checking.Task{Name: "GaussMLE", Checks: []checking.Check{
		{
			Name:   "returns the mean as μ",
			Hint:   "1/N Σ x",
			Points: 0.5,
			Do: func(t *checking.Try) {
				for _, c := range []struct {
					x    []float64
					want float64
				}{{[]float64{1, 2, 6}, 3}, {[]float64{-4, 4, 1, 1}, 0.5}, {[]float64{7}, 7}} {
					mu, _ := best(c.x)
					t.Number(call(c.x)+", μ", mu, c.want)
				}
			},
		},
		{
			Name:   "measures the variance from the mean",
			Hint:   "moving all values moves μ and leaves the variance; twice the values have four times the variance",
			Points: 0.5,
			Do: func(t *checking.Try) {
				_, v := best([]float64{1, 2, 6})
				t.True(v > 0, call([]float64{1, 2, 6})+", the variance", checking.Show(v), "a positive number")
				_, moved := best([]float64{11, 12, 16})
				t.Number(call([]float64{11, 12, 16})+", the variance, as that of [1 2 6]", moved, v)
				_, twice := best([]float64{2, 4, 12})
				t.Number(call([]float64{2, 4, 12})+", the variance, 4 times that of [1 2 6]", twice, 4*v)
			},
		},
		{
			Name:   "returns the variance of maximum likelihood",
			Hint:   "the derivative with respect to σ is 0 at σ² = 1/N Σ(x − μ)²: is it 1/N, and is it σ² and not σ?",
			Points: 0.5,
			Do: func(t *checking.Try) {
				for _, c := range []struct {
					x    []float64
					want float64
				}{{[]float64{0, 2}, 1}, {[]float64{1, 2, 6}, 14.0 / 3}} {
					_, v := best(c.x)
					t.Number(call(c.x)+", the variance", v, c.want)
				}
			},
		},
	}}
}
