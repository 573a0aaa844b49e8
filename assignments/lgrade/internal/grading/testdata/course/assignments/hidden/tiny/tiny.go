// Package tiny has the hidden checks of the assignment that tests grade. Its hints and
// data have the word secret and the number 4711, which no feedback may have.
package tiny

import (
	"math/rand/v2"

	"course/assignments/tiny/check"
	"linclass/assignments/checking"
)

// Checks returns the hidden checks of the answers there are.
func Checks(a check.Answers, seed uint64) []checking.Task {
	rng := rand.New(rand.NewPCG(seed, 1))
	vector := func() []float64 { return []float64{rng.NormFloat64(), rng.NormFloat64(), 4711} }
	var tasks []checking.Task
	if a.Score != nil {
		w, x, b := vector(), vector(), rng.NormFloat64()
		want := w[0]*x[0] + w[1]*x[1] + w[2]*x[2] + b
		tasks = append(tasks, checking.Task{Name: "Score", Checks: []checking.Check{
			{Name: "agrees on secret points", Points: 1, Do: func(t *checking.Try) {
				t.Number("Score(secret)", a.Score(checking.Fresh(w), b, checking.Fresh(x)), want)
			}},
			{Name: "leaves secret arguments alone", Points: 1, Do: func(t *checking.Try) {
				v, y := checking.Fresh(w), checking.Fresh(x)
				a.Score(v, b, y)
				t.Numbers("w after Score(secret)", v, w)
				t.Numbers("x after Score(secret)", y, x)
			}},
		}})
	}
	if a.Step != nil {
		tasks = append(tasks, checking.Task{Name: "Step", Checks: []checking.Check{
			{Name: "moves the secret bias", Points: 1, Do: func(t *checking.Try) {
				_, b := a.Step([]float64{4711}, -1, 0.5, []float64{0}, 1)
				t.Number("b after Step(secret)", b, 0)
			}},
			{Name: "stays at a secret right point", Points: 1, Do: func(t *checking.Try) {
				w, b := a.Step([]float64{1}, 0, 0.5, []float64{4711}, 1)
				t.Numbers("w after Step(secret)", append(checking.Fresh(w), b), []float64{1, 0})
			}},
		}})
	}
	if a.Train != nil {
		tasks = append(tasks, checking.Task{Name: "Train", Checks: []checking.Check{
			{Name: "learns a secret OR", Points: 2, Do: func(t *checking.Try) {
				w, b := a.Train([][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, []float64{-1, 1, 1, 1}, 0.5, 20)
				t.True(b < 0 && w[0]+b >= 0 && w[1]+b >= 0, "the secret OR", checking.Show(w), "other weights")
			}},
		}})
	}
	if a.Order != nil {
		tasks = append(tasks, checking.Task{Name: "Order", Checks: []checking.Check{
			{Name: "is random in secret", Points: 1, Do: func(t *checking.Try) {
				got := checking.Show(a.Order(50, rand.New(rand.NewPCG(seed, 2))))
				t.True(got != checking.Show(a.Order(50, rand.New(rand.NewPCG(seed, 3)))), "Order(secret)", got, "another order")
			}},
		}})
	}
	return tasks
}
