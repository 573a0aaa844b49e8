package newton

import (
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/newton/check"
)

func irlsStep(a check.Answers, seed uint64) checking.Task {
	// bottom wants the slope of the parabola at w to be 0 at the next weights.
	bottom := func(t *checking.Try, X [][]float64, target, w, next []float64) {
		t.Equal("IRLSStep of 30 samples with 2 features, weights", len(next), 3)
		slope := gradient(X, target, w)
		for _, x := range X {
			y := sigmoid(score(w, x))
			phi := []float64{1, x[0], x[1]}
			for i := range phi {
				for j := range phi {
					slope[i] += y * (1 - y) * phi[i] * phi[j] * (next[j] - w[j])
				}
			}
		}
		t.Numbers("slope of the parabola at the new weights", slope, make([]float64, 3))
	}
	return checking.Task{Name: "IRLSStep", Checks: []checking.Check{
		{
			Name: "jumps to the bottom of the parabola", Points: 1,
			Hint: "there the slope of the parabola is 0: ∇E + H(new − old) = 0",
			Do: func(t *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 4))
				X, target := overlapping(rng, 30)
				w := []float64{0.5 * rng.NormFloat64(), 0.5 * rng.NormFloat64(), 0.5 * rng.NormFloat64()}
				next, err := a.IRLSStep(checking.FreshRows(X), checking.Fresh(target), checking.Fresh(w))
				noError(t, "IRLSStep of 30 samples with 2 features", err)
				bottom(t, X, target, w, next)
			},
		},
		{
			Name: "leaves its arguments as they were", Points: 1,
			Hint: "a slice is shared with the caller: the new weights need a slice of their own",
			Do: func(t *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 5))
				X, target := overlapping(rng, 30)
				w := normal(rng, 1, 3)[0]
				givenX, givenTarget, given := checking.FreshRows(X), checking.Fresh(target), checking.Fresh(w)
				next, err := a.IRLSStep(givenX, givenTarget, given)
				noError(t, "IRLSStep of 30 samples with 2 features", err)
				bottom(t, X, target, w, checking.Fresh(next))
				t.Numbers("w after IRLSStep(X, t, w)", given, w)
				t.Numbers("t after IRLSStep(X, t, w)", givenTarget, target)
				t.Rows("X after IRLSStep(X, t, w)", givenX, X)
			},
		},
	}}
}
