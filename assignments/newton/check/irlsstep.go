package check

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
)

// IRLSStep makes the open checks of IRLSStep and prints what came out.
func IRLSStep(f func(X [][]float64, t, w []float64) ([]float64, error)) {
	checking.Print(irlsStep(Answers{IRLSStep: f}))
}

func irlsStep(a Answers) checking.Task {
	want := func(try *checking.Try, X [][]float64, t, w, next []float64) {
		call := fmt.Sprintf("IRLSStep(%s, %s, %s)", checking.Show(X), checking.Show(t), checking.Show(w))
		got, err := a.IRLSStep(checking.FreshRows(X), checking.Fresh(t), checking.Fresh(w))
		noError(try, call, err)
		try.Numbers(call, got, next)
	}
	return checking.Task{Name: "IRLSStep", Checks: []checking.Check{
		{
			Name: "makes the right step from w = 0", Points: 1,
			Hint: "all y are ½, so R is ¼ for each sample, and H = ¼ΦᵀΦ",
			Do: func(try *checking.Try) {
				want(try, [][]float64{{-1}, {0}, {1}}, []float64{0, 1, 1}, []float64{0, 0}, []float64{2. / 3, 2})
				want(try, [][]float64{{1}, {2}, {3}}, []float64{0, 1, 1}, []float64{0, 0}, []float64{-10. / 3, 2})
			},
		},
		{
			Name: "gives each sample its own weight y(1 − y)", Points: 1,
			Hint: "the y are ¼, ½ and ¾, so R has 3/16, 1/4 and 3/16 on the diagonal",
			Do: func(try *checking.Try) {
				w := []float64{0, math.Log(3)}
				want(try, [][]float64{{-1}, {0}, {1}}, []float64{0, 1, 1}, w, []float64{0.8, math.Log(3) + 4./3})
			},
		},
		{
			Name: "copes with samples whose probability is 0 or 1", Points: 1,
			Hint: "the samples at ±1000 have y − t = 0 and R = 0 after rounding, and add nothing; do you divide by R?",
			Do: func(try *checking.Try) {
				w := []float64{0, math.Log(3)}
				want(try, [][]float64{{-1}, {0}, {1}, {1000}, {-1000}}, []float64{0, 1, 1, 1, 0}, w,
					[]float64{0.8, math.Log(3) + 4./3})
			},
		},
	}}
}
