package check

import (
	"fmt"

	"linclass/assignments/checking"
)

// BatchGrad makes the open checks of BatchGrad and prints what came out.
func BatchGrad(f func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64)) {
	checking.Print(batchGradTask(f))
}

func batchGradTask(f func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64)) checking.Task {
	grad := func(p place) slope { return measure(paired(f), p) }
	// The scores are 1.5 and −1, the errors t − z are 2 and −2.
	below := place{[]float64{1, -1, 2}, 0.5, [][]float64{{1, 2, 1}}, []float64{3.5}}
	above := place{[]float64{-1, 0.5}, 1, [][]float64{{3, 2}}, []float64{-3}}
	// weighed wants dw to be a multiple of the only x.
	weighed := func(t *checking.Try, p place, g slope) {
		x := p.x[0]
		t.Equal(p.call("BatchGrad")+", the length of dw", len(g.w), len(x))
		t.True(g.w[0] != 0, p.call("BatchGrad")+", dw[0]", "0", "another number")
		for j := range x {
			t.Same(fmt.Sprintf("%s, dw[%d]", p.call("BatchGrad"), j), g.w[j:j+1], []float64{g.w[0] * x[j] / x[0]})
		}
	}
	return checking.Task{Name: "BatchGrad", Checks: []checking.Check{
		{
			Name:   "weighs the error of a point by its inputs",
			Hint:   "the derivative with respect to a weight has that weight's input as a factor: for a single point, dw is a multiple of x",
			Points: 0.5,
			Do: func(t *checking.Try) {
				for _, p := range []place{below, above} {
					weighed(t, p, grad(p))
				}
			},
		},
		{
			Name:   "points uphill",
			Hint:   "the gradient points to where the loss grows; descent goes the other way",
			Points: 0.5,
			Do: func(t *checking.Try) {
				g := grad(below)
				t.True(g.w[0] < 0, below.call("BatchGrad")+", dw[0]", checking.Show(g.w[0]), "negative: the score is too low, a larger weight lowers the loss")
				g = grad(above)
				t.True(g.w[0] > 0, above.call("BatchGrad")+", dw[0]", checking.Show(g.w[0]), "positive: the score is too high")
			},
		},
		{
			Name:   "has the factor 2 of the square, and db",
			Hint:   "the derivative of (t − z)² with respect to z is −2(t − z), and that of z with respect to b is 1",
			Points: 0.5,
			Do: func(t *checking.Try) {
				t.Number(below.call("BatchGrad")+", db", grad(below).b, -4)
				t.Number(above.call("BatchGrad")+", db", grad(above).b, 4)
			},
		},
		{
			Name:   "takes the mean over the points",
			Hint:   "1/N: if every point occurs twice, the mean stays the same",
			Points: 0.5,
			Do: func(t *checking.Try) {
				one, two := grad(below), grad(below.twice())
				weighed(t, below, one)
				t.Same(below.twice().call("BatchGrad")+", dw, compared with each point once", two.w, one.w)
				t.Same(below.twice().call("BatchGrad")+", db, compared with each point once", []float64{two.b}, []float64{one.b})
			},
		},
	}}
}
