package manyclasses

import (
	"testing"

	"linclass/assignments/manyclasses/check"
	"linclass/assignments/manyclasses/testdata/right"
)

// The data of every seed must suit right answers.
func TestRightAnswers(t *testing.T) {
	a := check.Answers{
		OneVsRest: answers.OneVsRest, OneVsOne: answers.OneVsOne, Softmax: answers.Softmax,
		CrossEntropyGrad: answers.CrossEntropyGrad, FitSoftmax: answers.FitSoftmax,
	}
	for seed := range uint64(200) {
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
		OneVsRest: func([][]float64, []int, int, func([][]float64, []float64) ([]float64, float64)) ([][]float64, []float64) {
			return nil, nil
		},
		OneVsOne: func([]float64, int) int { return -1 },
		Softmax:  func([]float64) []float64 { return nil },
		CrossEntropyGrad: func([][]float64, []float64, [][]float64, []int) (float64, [][]float64, []float64) {
			return 0, nil, nil
		},
		FitSoftmax: func([][]float64, []int, int, float64, int) ([][]float64, []float64, []float64) { return nil, nil, nil },
	}, 1) {
		for _, c := range task.Checks {
			if r := c.Run(task.Name); r.Passed || r.Hint == "" {
				t.Errorf("%+v", r)
			}
		}
	}
}
