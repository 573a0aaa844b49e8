package likelihood

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

func gradTask(f func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64), seed uint64) checking.Task {
	grad := func(p place) ([]float64, float64) {
		return f(checking.Fresh(p.w), p.b, checking.FreshRows(p.x), checking.Fresh(p.t))
	}
	return checking.Task{Name: "Grad", Checks: []checking.Check{
		{
			Name:   "is the derivative of the NLL with respect to w",
			Hint:   "compare with the difference quotient (NLL(w + h) − NLL(w − h)) / 2h for each weight",
			Points: 0.75,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 12)
				for range 20 {
					p := classed(rng, 1)
					dw, _ := grad(p)
					want, _ := p.slopes()
					t.Numbers(fmt.Sprintf("dw of a point of class %g and score %s", p.t[0], checking.Show(p.score(0))), dw, want)
				}
			},
		},
		{
			Name:   "is the derivative of the NLL with respect to b",
			Hint:   "compare with the difference quotient",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 13)
				for range 20 {
					p := classed(rng, 1)
					_, db := grad(p)
					_, want := p.slopes()
					t.Number(fmt.Sprintf("db of a point of class %g and score %s", p.t[0], checking.Show(p.score(0))), db, want)
				}
			},
		},
		{
			Name:   "is the sum of the gradients of the points",
			Hint:   "do not divide; all points count, even those on the correct side",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 14)
				for range 5 {
					p := classed(rng, 2+rng.IntN(20))
					sum := make([]float64, len(p.w))
					for i := range p.x {
						dw, _ := grad(p.only(i))
						for j := range sum {
							sum[j] += dw[j]
						}
					}
					t.True(math.Abs(sum[0]) > 0, fmt.Sprintf("the sum of dw[0] of %d points alone", len(p.x)), checking.Show(sum[0]), "not 0")
					dw, _ := grad(p)
					t.Numbers(fmt.Sprintf("dw of %d points, compared with the sum of each alone", len(p.x)), dw, sum)
				}
			},
		},
		{
			Name:   "is 0 where the probability equals the share of class 1",
			Hint:   "the same point n times, k times of class 1: the likeliest probability is k/n, where the terms of the two classes balance",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 15)
				for range 5 {
					n := 3 + rng.IntN(10)
					k, x := 1+rng.IntN(n-2), draw.Normal(rng, 3)
					p := place{w: make([]float64, 3), b: math.Log(float64(k) / float64(n-k))}
					for i := range n {
						p.x, p.t = append(p.x, x), append(p.t, map[bool]float64{true: 1}[i < k])
					}
					away := p
					away.b++
					dw, _ := grad(away)
					t.True(len(dw) == 3 && math.Abs(dw[0]) > 0, "dw where the probability differs from the share", checking.Show(dw), "not 0")
					dw, db := grad(p)
					t.Numbers(fmt.Sprintf("dw of one point %d times, %d times of class 1, with y = %d/%d", n, k, k, n), append(dw, db), make([]float64, 4))
				}
			},
		},
	}}
}
