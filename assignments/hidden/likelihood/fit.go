package likelihood

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

// descend makes steps with the mean gradient from w = 0, b = 0.
func descend(p place, eta float64, steps int) ([]float64, float64) {
	n := float64(len(p.x))
	p.w, p.b = make([]float64, len(p.x[0])), 0
	for range steps {
		dw, db := p.slopes()
		for j := range dw {
			p.w[j] -= eta / n * dw[j]
		}
		p.b -= eta / n * db
	}
	return p.w, p.b
}

func fitTask(f func(X [][]float64, t []float64, eta float64, steps int) (w []float64, b float64), seed uint64) checking.Task {
	fit := func(p place, eta float64, steps int) ([]float64, float64) {
		return f(checking.FreshRows(p.x), checking.Fresh(p.t), eta, steps)
	}
	return checking.Task{Name: "Fit", Checks: []checking.Check{
		{
			Name:   "follows the gradient, step by step",
			Hint:   "a single point: w ← w − η(y − t)x, with a new y in each step",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 16)
				for range 10 {
					p, eta, steps := classed(rng, 1), 0.1+rng.Float64(), 1+rng.IntN(10)
					w, b := fit(p, eta, steps)
					wantW, wantB := descend(p, eta, steps)
					t.Numbers(fmt.Sprintf("w after %d steps with η = %s, for one point", steps, checking.Show(eta)), w, wantW)
					t.Number(fmt.Sprintf("b after %d steps with η = %s, for one point", steps, checking.Show(eta)), b, wantB)
				}
			},
		},
		{
			Name:   "leaves X and t as they are",
			Hint:   "the slices and their rows belong to the caller: write into new ones",
			Points: 0.25,
			Do: func(t *checking.Try) {
				p := classed(draw.Numbers(seed, 19), 5)
				x, classes := checking.FreshRows(p.x), checking.Fresh(p.t)
				w, _ := f(x, classes, 0.5, 3)
				want, _ := descend(p, 0.5, 3)
				t.Numbers("w after 3 steps", checking.Fresh(w), want)
				t.Rows("X afterwards", x, p.x)
				t.Numbers("t afterwards", classes, p.t)
			},
		},
		{
			Name:   "gives the same result with every point three times",
			Hint:   "the mean of the points' gradients, not the sum",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 17)
				var all []float64
				for range 5 {
					p := classed(rng, 2+rng.IntN(10))
					three := place{}
					for range 3 {
						three.x, three.t = append(three.x, p.x...), append(three.t, p.t...)
					}
					w, b := fit(p, 0.3, 5)
					w3, b3 := fit(three, 0.3, 5)
					t.Same(fmt.Sprintf("w for %d points, three times each", len(p.x)), w3, w)
					t.Same(fmt.Sprintf("b for %d points, three times each", len(p.x)), []float64{b3}, []float64{b})
					all = append(all, w...)
				}
				t.Varies("w for five sets of points", all...)
			},
		},
		{
			Name:   "finds the probabilities of two groups",
			Hint:   "with one feature of 0 or 1 the fit can match both shares exactly; w and b are log-odds",
			Points: 0.5,
			Do: func(t *checking.Try) {
				// The smallest curvature of the mean loss is above 0.02 here: after 600
				// steps of 2 what is left is below e^−24. The start is not the answer.
				rng := draw.Numbers(seed, 18)
				p, ones := place{}, [2]int{1 + 2*rng.IntN(2), 1 + rng.IntN(3)}
				for group, k := range ones {
					for i := range 4 {
						p.x, p.t = append(p.x, []float64{float64(group)}), append(p.t, map[bool]float64{true: 1}[i < k])
					}
				}
				w, b := fit(p, 2, 600)
				for group, k := range ones {
					y := 1 / (1 + math.Exp(-w[0]*float64(group)-b))
					t.Near(fmt.Sprintf("the probability of class 1 in the group with %d of 4", k), y, float64(k)/4, 1e-6)
				}
			},
		},
	}}
}
