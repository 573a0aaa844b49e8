package likelihood

import (
	"fmt"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

func nllTask(f func(w []float64, b float64, X [][]float64, t []float64) float64, seed uint64) checking.Task {
	nll := func(p place) float64 {
		return f(checking.Fresh(p.w), p.b, checking.FreshRows(p.x), checking.Fresh(p.t))
	}
	return checking.Task{Name: "NLL", Checks: []checking.Check{
		{
			Name:   "is right for points of both classes",
			Hint:   "the minus stands before both terms: −[t log y + (1 − t) log(1 − y)]",
			Points: 0.75,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 8)
				for i := range 30 {
					p := classed(rng, 1)
					p.t[0] = float64(i % 2)
					t.Number(fmt.Sprintf("the NLL of a point of class %g and score %s", p.t[0], checking.Show(p.score(0))), nll(p), loss(p.score(0), p.t[0]))
				}
			},
		},
		{
			Name:   "is the sum over the points",
			Hint:   "log of a product = sum of the logs, and nothing is divided",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 9)
				for range 5 {
					p, sum := classed(rng, 2+rng.IntN(20)), 0.0
					for i := range p.x {
						sum += nll(p.only(i))
					}
					t.True(sum > 0, fmt.Sprintf("the sum of the NLL of %d points alone", len(p.x)), checking.Show(sum), "more than 0")
					t.Number(fmt.Sprintf("the NLL of %d points, compared with the sum of each alone", len(p.x)), nll(p), sum)
				}
			},
		},
		{
			Name:   "does not change when the classes change names",
			Hint:   "−w, −b and 1 − t describe the same fit",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 10)
				var all []float64
				for range 10 {
					p := classed(rng, 1+rng.IntN(10))
					q := place{w: checking.Fresh(p.w), b: -p.b, x: p.x, t: checking.Fresh(p.t)}
					for j := range q.w {
						q.w[j] = -q.w[j]
					}
					for i := range q.t {
						q.t[i] = 1 - q.t[i]
					}
					all = append(all, nll(p))
					t.Same(fmt.Sprintf("the NLL of %d points, with the classes swapped", len(p.x)), []float64{nll(q)}, all[len(all)-1:])
				}
				t.Varies("the NLL of ten sets of points", all...)
			},
		},
		{
			Name:   "grows like the score where the score is large and wrong",
			Hint:   "do not take the log of a probability that is rounded to 0 or 1, and do not clip it",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 11)
				for i := range 10 {
					z, class := 100+2000*rng.Float64(), float64(i%2)
					if i >= 5 {
						z = -z
					}
					p := place{w: []float64{z}, x: [][]float64{{1}}, t: []float64{class}}
					t.Number(fmt.Sprintf("the NLL of a point of class %g and score %s", class, checking.Show(z)), nll(p), loss(z, class))
				}
			},
		},
	}}
}
