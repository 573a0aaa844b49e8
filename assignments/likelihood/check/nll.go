package check

import (
	"math"

	"linclass/assignments/checking"
)

// NLL makes the open checks of NLL and prints what came out.
func NLL(f func(w []float64, b float64, X [][]float64, t []float64) float64) {
	checking.Print(nllTask(f))
}

func nllTask(f func(w []float64, b float64, X [][]float64, t []float64) float64) checking.Task {
	nll := func(p place) float64 {
		return f(checking.Fresh(p.w), p.b, checking.FreshRows(p.x), checking.Fresh(p.t))
	}
	// The score is log 4, and so P(t = 1) = 0.8.
	likely := place{[]float64{2, -1}, math.Log(4), [][]float64{{1, 2}}, []float64{1}}
	unlikely := place{[]float64{2, -1}, math.Log(4), [][]float64{{1, 2}}, []float64{0}}
	return checking.Task{Name: "NLL", Checks: []checking.Check{
		{
			Name:   "is −log of the probability of what happened",
			Hint:   "−log y if t = 1, −log(1 − y) if t = 0, with the natural logarithm; the minus holds for both",
			Points: 0.75,
			Do: func(t *checking.Try) {
				t.Number(likely.call("NLL")+", with y = 0.8", nll(likely), -math.Log(0.8))
				t.Number(unlikely.call("NLL")+", with y = 0.8", nll(unlikely), -math.Log(0.2))
			},
		},
		{
			Name:   "adds up over the points",
			Hint:   "here the sum, not the mean: if every point occurs twice, it is twice as large",
			Points: 0.5,
			Do: func(t *checking.Try) {
				for _, p := range []place{likely, unlikely} {
					t.True(nll(p) > 0, p.call("NLL"), checking.Show(nll(p)), "more than 0")
					t.Number(p.twice().call("NLL")+", twice that of the point alone", nll(p.twice()), 2*nll(p))
				}
			},
		},
		{
			Name:   "is 1000 where a score of 1000 is wrong, and 0 where it is right",
			Hint:   "log(1 − y) is −Inf once y is rounded to 1; −log σ(z) = log(1 + e⁻ᶻ) = −z + log(1 + eᶻ): use the form with the small exponential",
			Points: 0.75,
			Do: func(t *checking.Try) {
				for _, c := range []struct{ x, class, want float64 }{{1000, 1, 0}, {1000, 0, 1000}, {-1000, 1, 1000}, {-1000, 0, 0}} {
					p := place{[]float64{1}, 0, [][]float64{{c.x}}, []float64{c.class}}
					t.Number(p.call("NLL"), nll(p), c.want)
				}
			},
		},
	}}
}
