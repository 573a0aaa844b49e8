package newton

import (
	"fmt"
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/newton/check"
)

func irls(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "IRLS", Checks: []checking.Check{
		{
			Name: "brings the gradient to 0 in a few steps", Points: 1,
			Hint: "Newton's method needs fewer than ten steps here; do you compute H at the current weights?",
			Do: func(t *checking.Try) {
				X, target := overlapping(rand.New(rand.NewPCG(seed, 6)), 80)
				const call = "IRLS of 80 samples with tol = 1e-9 and at most 10 steps"
				w, _, err := a.IRLS(checking.FreshRows(X), checking.Fresh(target), 1e-9, 10)
				noError(t, call, err)
				t.Equal(call+", weights", len(w), 3)
				t.NearAll(call+", gradient", gradient(X, target, w), make([]float64, 3), 2e-9)
			},
		},
		{
			Name: "respects the limit of steps", Points: 1,
			Hint: "if it reports s steps, a limit of s must be enough, and s − 1 must give an error",
			Do: func(t *checking.Try) {
				X, target := overlapping(rand.New(rand.NewPCG(seed, 7)), 60)
				try := func(most int) (int, error) {
					_, steps, err := a.IRLS(checking.FreshRows(X), checking.Fresh(target), 1e-3, most)
					return steps, err
				}
				steps, err := try(100)
				noError(t, "IRLS of 60 samples with at most 100 steps", err)
				again, err := try(steps)
				noError(t, fmt.Sprintf("IRLS that reported %d steps, with at most %[1]d", steps), err)
				t.Equal(fmt.Sprintf("IRLS that reported %d steps, with at most %[1]d, steps", steps), again, steps)
				_, err = try(steps - 1)
				t.True(err != nil, fmt.Sprintf("IRLS that reported %d steps, with at most %d", steps, steps-1), "no error", "an error")
			},
		},
		{
			Name: "returns an error for separated classes in any direction, and for no others", Points: 1,
			Hint: "the gradient of separated classes gets small, too: look at the sides of all samples",
			Do: func(t *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 8))
				for d := 2; d <= 4; d++ {
					X, target := separated(rng, 25, d)
					for _, most := range []int{6, 100} {
						_, _, err := a.IRLS(checking.FreshRows(X), checking.Fresh(target), 1e-8, most)
						t.True(err != nil, fmt.Sprintf("IRLS of separated samples with %d features, at most %d steps", d, most),
							"no error", "an error")
					}
					// Each sample in both classes: the best weights are 0.
					both := append(checking.FreshRows(X), checking.FreshRows(X)...)
					for _, v := range target {
						target = append(target, 1-v)
					}
					w, _, err := a.IRLS(both, target, 1e-8, 100)
					call := fmt.Sprintf("IRLS of samples with %d features that are all in both classes", d)
					noError(t, call, err)
					t.NearAll(call, w, make([]float64, d+1), 1e-6)
				}
			},
		},
	}}
}
