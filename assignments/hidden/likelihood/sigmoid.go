package likelihood

import (
	"fmt"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

func sigmoidTask(f func(z float64) float64, seed uint64) checking.Task {
	return checking.Task{Name: "Sigmoid", Checks: []checking.Check{
		{
			Name:   "turns log-odds into probabilities",
			Hint:   "y/(1 − y) = eᶻ",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 5)
				for range 30 {
					z := 5 * rng.NormFloat64()
					t.Number(fmt.Sprintf("Sigmoid(%s)", checking.Show(z)), f(z), sigmoid(z))
				}
			},
		},
		{
			Name:   "has the slope y(1 − y)",
			Hint:   "at 0 the slope is ¼",
			Points: 0.5,
			Do: func(t *checking.Try) {
				const h = 1e-4 // the difference is off by less than h²
				rng := draw.Numbers(seed, 6)
				for range 30 {
					z := 2 * rng.NormFloat64()
					y := f(z)
					t.True(y > 0 && y < 1, fmt.Sprintf("Sigmoid(%s)", checking.Show(z)), checking.Show(y), "between 0 and 1")
					t.Near(fmt.Sprintf("the slope of Sigmoid at %s", checking.Show(z)), (f(z+h)-f(z-h))/(2*h), y*(1-y), 1e-6)
				}
			},
		},
		{
			Name:   "is a probability for every float64 z",
			Hint:   "z may be 710, where eᶻ is +Inf, or 1e300",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 7)
				for _, z := range []float64{100 + 600*rng.Float64(), 710 + 40*rng.Float64(), 1e5 * (1 + rng.Float64()), 1e300} {
					t.Number(fmt.Sprintf("Sigmoid(%s)", checking.Show(z)), f(z), 1)
					t.Number(fmt.Sprintf("Sigmoid(%s)", checking.Show(-z)), f(-z), 0)
				}
			},
		},
	}}
}
