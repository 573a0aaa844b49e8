package check

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
)

// Sigmoid makes the open checks of Sigmoid and prints what came out.
func Sigmoid(f func(z float64) float64) { checking.Print(sigmoidTask(f)) }

func sigmoidTask(f func(z float64) float64) checking.Task {
	return checking.Task{Name: "Sigmoid", Checks: []checking.Check{
		{
			Name:   "is right for log-odds of 0, log 3 and −log 4",
			Hint:   "1/(1 + e⁻ᶻ): log-odds of 0 are a half, log-odds of log 3 are 3 to 1",
			Points: 0.5,
			Do: func(t *checking.Try) {
				t.Number("Sigmoid(0)", f(0), 0.5)
				t.Number("Sigmoid(log 3)", f(math.Log(3)), 0.75)
				t.Number("Sigmoid(-log 4)", f(-math.Log(4)), 0.2)
			},
		},
		{
			Name:   "is as far from 0 at −z as from 1 at z",
			Hint:   "σ(−z) = 1 − σ(z)",
			Points: 0.5,
			Do: func(t *checking.Try) {
				for _, z := range []float64{0.5, 1, 3, 20} {
					t.Number(fmt.Sprintf("Sigmoid(%g) + Sigmoid(%g)", z, -z), f(z)+f(-z), 1)
				}
			},
		},
		{
			Name:   "is a number for very large and very small z",
			Hint:   "math.Exp(1000) is +Inf, and Inf/Inf is NaN: use a form that never computes e to a large number",
			Points: 0.5,
			Do: func(t *checking.Try) {
				t.Number("Sigmoid(1000)", f(1000), 1)
				t.Number("Sigmoid(-1000)", f(-1000), 0)
			},
		},
	}}
}
