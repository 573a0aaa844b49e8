package check

import (
	"math"

	"linclass/assignments/checking"
)

// Grad makes the open checks of Grad and prints what came out.
func Grad(f func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64)) {
	checking.Print(gradTask(f))
}

func gradTask(f func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64)) checking.Task {
	grad := func(p place) ([]float64, float64) {
		return f(checking.Fresh(p.w), p.b, checking.FreshRows(p.x), checking.Fresh(p.t))
	}
	// The scores are 0 and log 4, the probabilities 0.5 and 0.8.
	half := place{[]float64{0, 0, 0}, 0, [][]float64{{2, -4, 1}}, []float64{1}}
	most := place{[]float64{2, -1}, math.Log(4), [][]float64{{1, 2}}, []float64{0}}
	return checking.Task{Name: "Grad", Checks: []checking.Check{
		{
			Name:   "has dw = (y − t)x for a single point",
			Hint:   "y is the probability σ(z), not a class; the gradient points to where the NLL grows",
			Points: 0.75,
			Do: func(t *checking.Try) {
				dw, _ := grad(half)
				t.Numbers(half.call("Grad")+", dw", dw, []float64{-1, 2, -0.5})
				dw, _ = grad(most)
				t.Numbers(most.call("Grad")+", dw", dw, []float64{0.8, 1.6})
			},
		},
		{
			Name:   "has db = y − t for a single point",
			Hint:   "b is the weight of an input that is always 1",
			Points: 0.5,
			Do: func(t *checking.Try) {
				_, db := grad(half)
				t.Number(half.call("Grad")+", db", db, -0.5)
				_, db = grad(most)
				t.Number(most.call("Grad")+", db", db, 0.8)
			},
		},
		{
			Name:   "adds up over the points",
			Hint:   "the gradient of a sum is the sum of the gradients: if every point occurs twice, it is twice as long",
			Points: 0.5,
			Do: func(t *checking.Try) {
				for _, p := range []place{half, most} {
					want, _ := grad(p)
					t.True(math.Abs(want[0]) > 0, p.call("Grad")+", dw[0]", checking.Show(want[0]), "not 0: the probability is not t")
					for j := range want {
						want[j] *= 2
					}
					dw, _ := grad(p.twice())
					t.Numbers(p.twice().call("Grad")+", dw, twice that of the point alone", dw, want)
				}
			},
		},
		{
			Name:   "is a number for very large scores",
			Hint:   "if Sigmoid can, Grad can",
			Points: 0.25,
			Do: func(t *checking.Try) {
				p := place{[]float64{1000}, 0, [][]float64{{1}, {-1}}, []float64{1, 0}}
				dw, _ := grad(half)
				t.True(len(dw) == 3 && math.Abs(dw[0]) > 0, half.call("Grad")+", dw", checking.Show(dw), "not 0: the probability is ½")
				dw, _ = grad(p)
				t.Numbers(p.call("Grad")+", dw", dw, []float64{0})
			},
		},
	}}
}
