package check

import (
	"math/rand/v2"
	"testing"

	"linclass/assignments/measuring/testdata/right"
)

func TestRightAnswers(t *testing.T) {
	tasks := Checks(Answers{
		Confusion: answers.Confusion, Rates: answers.Rates, KFold: answers.KFold,
		Standardize: answers.Standardize, GridSearch: answers.GridSearch,
	})
	if len(tasks) != 5 {
		t.Fatalf("%d tasks", len(tasks))
	}
	for _, task := range tasks {
		for _, c := range task.Checks {
			if r := c.Run(task.Name); !r.Passed {
				t.Errorf("%+v", r)
			}
		}
	}
}

// Nothing is earned by answers that return nothing.
func TestEmptyAnswers(t *testing.T) {
	for _, task := range Checks(Answers{
		Confusion:   func(_, _ []int, _ int) [][]int { return nil },
		Rates:       func([][]int, int) (p, r, f1, s, fpr float64) { return },
		KFold:       func(int, int, *rand.Rand) [][]int { return nil },
		Standardize: func(_, _ [][]float64) [][]float64 { return nil },
		GridSearch: func([][]float64, []int, [][]int, []float64, func([][]float64, []int, float64) func([]float64) int) (float64, []float64) {
			return 0, nil
		},
	}) {
		for _, c := range task.Checks {
			if r := c.Run(task.Name); r.Passed || r.Hint == "" || r.Got == "" {
				t.Errorf("%+v", r)
			}
		}
	}
}

func TestNoAnswers(t *testing.T) {
	if tasks := Checks(Answers{}); tasks != nil {
		t.Errorf("%v", tasks)
	}
}
