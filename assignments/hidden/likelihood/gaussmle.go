package likelihood

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

// moments are the mean and the mean squared distance from it.
func moments(x []float64) (mu, variance float64) {
	n := float64(len(x))
	for _, v := range x {
		mu += v / n
	}
	for _, v := range x {
		variance += (v - mu) * (v - mu) / n
	}
	return mu, variance
}

func logLikelihood(x []float64, mu, variance float64) float64 {
	l := -float64(len(x)) / 2 * math.Log(2*math.Pi*variance)
	for _, v := range x {
		l -= (v - mu) * (v - mu) / (2 * variance)
	}
	return l
}

func gaussMLETask(f func(x []float64) (mu, variance float64), seed uint64) checking.Task {
	best := func(x []float64) (float64, float64) { return f(checking.Fresh(x)) }
	return checking.Task{Name: "GaussMLE", Checks: []checking.Check{
		{
			Name:   "has the mean of any values",
			Hint:   "all values count equally",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 1)
				for range 10 {
					x := draw.Normal(rng, 1+rng.IntN(30))
					mu, _ := best(x)
					want, _ := moments(x)
					t.Number(fmt.Sprintf("μ of %d values", len(x)), mu, want)
				}
			},
		},
		{
			Name:   "has the variance of any values",
			Hint:   "1/N Σ(x − μ)², which is not what most programs print",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 2)
				for range 10 {
					x := draw.Normal(rng, 2+rng.IntN(10))
					_, variance := best(x)
					_, want := moments(x)
					t.Number(fmt.Sprintf("the variance of %d values", len(x)), variance, want)
				}
			},
		},
		{
			Name:   "is likelier than any neighbour",
			Hint:   "that is what maximum likelihood means: compare the log-likelihood at your μ and σ² with values close to them",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 3)
				for range 5 {
					x := draw.Normal(rng, 3+rng.IntN(6))
					for i := range x {
						x[i] += 5
					}
					mu, variance := best(x)
					t.True(variance > 0, fmt.Sprintf("the variance of %d values", len(x)), checking.Show(variance), "a positive number")
					l := logLikelihood(x, mu, variance)
					for _, k := range []float64{0.9, 0.95, 1, 1.05, 1.1} {
						for _, away := range []float64{-0.1, 0, 0.1} {
							there := logLikelihood(x, mu+away, k*variance)
							t.True(there <= l+1e-9, fmt.Sprintf("the log-likelihood of %d values, at (μ%+g, %g σ²)", len(x), away, k),
								checking.Show(there), "at most "+checking.Show(l)+", as at (μ, σ²)")
						}
					}
				}
			},
		},
		{
			Name:   "keeps its digits far from 0",
			Hint:   "a difference of two large squares has few digits left; square small differences instead",
			Points: 0.25,
			Do: func(t *checking.Try) {
				x := draw.Normal(draw.Numbers(seed, 4), 20)
				_, want := best(x)
				doubled := checking.Fresh(x)
				for i := range doubled {
					doubled[i] *= 2
				}
				_, more := best(doubled)
				t.Varies("the variance of 20 values and of the same times 2", want, more)
				for i := range x {
					x[i] += 1e7
				}
				_, variance := best(x)
				t.Near("the variance of 20 values around 10 million, as that of the same values around 0", variance, want, 1e-6)
			},
		},
	}}
}
