package measuring

import (
	"math/rand/v2"
	"testing"

	"linclass/assignments/measuring/check"
	"linclass/assignments/measuring/testdata/right"
)

// The data of every seed must suit right answers.
func TestRightAnswers(t *testing.T) {
	a := check.Answers{
		Confusion: answers.Confusion, Rates: answers.Rates, KFold: answers.KFold,
		Standardize: answers.Standardize, GridSearch: answers.GridSearch,
	}
	for seed := range uint64(500) {
		for _, task := range Checks(a, seed) {
			for _, c := range task.Checks {
				if r := c.Run(task.Name); !r.Passed {
					t.Errorf("seed %d: %+v", seed, r)
				}
			}
		}
	}
}

// Nothing is earned by answers that return nothing.
func TestEmptyAnswers(t *testing.T) {
	for _, task := range Checks(check.Answers{
		Confusion:   func(_, _ []int, _ int) [][]int { return nil },
		Rates:       func([][]int, int) (p, r, f1, s, fpr float64) { return },
		KFold:       func(int, int, *rand.Rand) [][]int { return nil },
		Standardize: func(_, _ [][]float64) [][]float64 { return nil },
		GridSearch: func([][]float64, []int, [][]int, []float64, func([][]float64, []int, float64) func([]float64) int) (float64, []float64) {
			return 0, nil
		},
	}, 1) {
		for _, c := range task.Checks {
			if r := c.Run(task.Name); r.Passed || r.Hint == "" {
				t.Errorf("%+v", r)
			}
		}
	}
}
