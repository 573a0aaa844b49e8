// Package check has the open checks of the assignment that tests grade.
package check

import (
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
)

// Answers are the functions that the assignment asks for; nil where there is none.
type Answers struct {
	Score func(w []float64, b float64, x []float64) float64
	Step  func(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64)
	Train func(X [][]float64, t []float64, eta float64, epochs int) (w []float64, b float64)
	Order func(n int, rng *rand.Rand) []int
}

// Checks returns the open checks of the answers there are.
func Checks(a Answers) []checking.Task {
	var tasks []checking.Task
	if a.Score != nil {
		tasks = append(tasks, checking.Task{Name: "Score", Checks: []checking.Check{
			{Name: "is the bias at 0", Hint: "w·x is 0 there", Points: 1, Do: func(t *checking.Try) {
				t.Number("Score([1 2], 0.5, [0 0])", a.Score([]float64{1, 2}, 0.5, []float64{0, 0}), 0.5)
			}},
			{Name: "sums the products", Hint: "w·x = w₁x₁ + w₂x₂", Points: 1, Do: func(t *checking.Try) {
				t.Number("Score([1 2], 0, [3 4])", a.Score([]float64{1, 2}, 0, []float64{3, 4}), 11)
			}},
		}})
	}
	if a.Step != nil {
		tasks = append(tasks, checking.Task{Name: "Step", Checks: []checking.Check{
			{Name: "moves the weights", Points: 1, Do: func(t *checking.Try) {
				w, _ := a.Step([]float64{1, -1}, 0, 0.5, []float64{0, 2}, 1)
				t.Numbers("Step([1 -1], 0, 0.5, [0 2], 1), w", w, []float64{1, 1})
			}},
		}})
	}
	if a.Train != nil {
		tasks = append(tasks, checking.Task{Name: "Train", Checks: []checking.Check{
			{Name: "learns AND", Points: 2, Do: func(t *checking.Try) {
				X, want := [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, []float64{-1, -1, -1, 1}
				w, b := a.Train(checking.FreshRows(X), checking.Fresh(want), 0.5, 20)
				for i, x := range X {
					t.True((w[0]*x[0]+w[1]*x[1]+b >= 0) == (want[i] > 0), "the side of "+checking.Show(x), checking.Show(w), "the other side")
				}
			}},
		}})
	}
	if a.Order != nil {
		tasks = append(tasks, checking.Task{Name: "Order", Checks: []checking.Check{
			{Name: "has every number once", Points: 1, Do: func(t *checking.Try) {
				got := slices.Clone(a.Order(5, rand.New(rand.NewPCG(1, 1))))
				slices.Sort(got)
				t.Equal("Order(5, rng), sorted", got, []int{0, 1, 2, 3, 4})
			}},
		}})
	}
	return tasks
}
