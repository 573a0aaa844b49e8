package descent

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

func batchGradTask(f func(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64), seed uint64) checking.Task {
	squared := func(z, t float64) float64 { return 2 * (z - t) }
	return checking.Task{Name: "BatchGrad", Checks: []checking.Check{
		{
			Name:   "has the direction of the steepest rise",
			Hint:   "the error is t − z with z = w·x + b, without the sign function",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 1)
				for range 10 {
					p := scored(rng, 2+rng.IntN(20))
					p.w, p.x = append(p.w, 0.5), widened(p.x)
					t.Numbers(fmt.Sprintf("dw for %d points with %d features, divided by its length", len(p.x), len(p.w)),
						direction(measure(f, p).w), direction(p.sum(squared).w))
				}
			},
		},
		{
			Name:   "is as long as the slope of the mse",
			Hint:   "mse = 1/N Σ(t − z)²; measure its slope with a small difference",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 2)
				for range 10 {
					p := scored(rng, 1+rng.IntN(20))
					t.Numbers(fmt.Sprintf("dw for %d points with %d features", len(p.x), len(p.w)),
						measure(f, p).w, p.sum(squared).over(len(p.x)).w)
				}
			},
		},
		{
			Name:   "has the derivative with respect to b for many points",
			Hint:   "as if b were the weight of an input that is always 1",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 3)
				for range 10 {
					p := scored(rng, 1+rng.IntN(20))
					t.Number(fmt.Sprintf("db for %d points", len(p.x)), measure(f, p).b, p.sum(squared).over(len(p.x)).b)
				}
			},
		},
		{
			Name:   "is the mean of the gradients of equal minibatches",
			Hint:   "each block divides by its own number of points",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 4)
				for range 5 {
					p, k := scored(rng, 24), []int{1, 2, 6, 12}[rng.IntN(4)]
					mean := slope{w: make([]float64, len(p.w))}
					for i := 0; i < 24; i += k {
						mean = mean.plus(measure(f, p.rows(i, i+k)))
					}
					mean = mean.over(24 / k)
					whole := measure(f, p)
					parallel(t, "dw of 24 points", whole.w, p.sum(squared).w)
					t.Same(fmt.Sprintf("dw of 24 points, compared with the mean over blocks of %d", k), whole.w, mean.w)
					t.Same(fmt.Sprintf("db of 24 points, compared with the mean over blocks of %d", k), []float64{whole.b}, []float64{mean.b})
				}
			},
		},
		{
			Name:   "leaves w, X and t as they are",
			Hint:   "the slices belong to the caller: write into a new one",
			Points: 0.25,
			Do: func(t *checking.Try) {
				p := scored(draw.Numbers(seed, 22), 5)
				p.w, p.x = append(p.w, 0.5), widened(p.x)
				w, x, targets := checking.Fresh(p.w), checking.FreshRows(p.x), checking.Fresh(p.t)
				dw, _ := f(w, p.b, x, targets)
				t.Numbers("dw of 5 points", checking.Fresh(dw), p.sum(squared).over(5).w)
				t.Numbers("w afterwards", w, p.w)
				t.Rows("X afterwards", x, p.x)
				t.Numbers("t afterwards", targets, p.t)
			},
		},
	}}
}

// widened adds a feature, so that there are two at least and a direction is more
// than a sign.
func widened(x [][]float64) [][]float64 {
	for i := range x {
		x[i] = append(x[i], float64(i%3)-0.5)
	}
	return x
}

// parallel wants a gradient along the line of another, whatever its length and sign.
func parallel(t *checking.Try, what string, got, want []float64) {
	t.Equal("the length of "+what, len(got), len(want))
	u, v := direction(got), direction(want)
	cosine := 0.0
	for j := range u {
		cosine += u[j] * v[j]
	}
	t.Near("the cosine between "+what+" and the gradient, without its sign", math.Abs(cosine), 1, 1e-6)
}

func direction(v []float64) []float64 {
	var square float64
	for _, c := range v {
		square += c * c
	}
	u := make([]float64, len(v))
	for j, c := range v {
		u[j] = c / math.Sqrt(square)
	}
	return u
}
