package newton

import (
	"testing"

	"linclass/assignments/newton/check"
	"linclass/assignments/newton/testdata/right"
)

// The data of every seed must suit right answers.
func TestRightAnswers(t *testing.T) {
	a := check.Answers{LeastSquares: answers.LeastSquares, IRLSStep: answers.IRLSStep, IRLS: answers.IRLS}
	for seed := range uint64(1000) {
		for _, task := range Checks(a, seed) {
			for _, c := range task.Checks {
				if r := c.Run(task.Name); !r.Passed {
					t.Errorf("seed %d: %+v", seed, r)
				}
			}
		}
	}
}

func TestEmptyAnswers(t *testing.T) {
	for _, task := range Checks(check.Answers{
		LeastSquares: func(_, _ [][]float64) ([][]float64, error) { return nil, nil },
		IRLSStep:     func([][]float64, []float64, []float64) ([]float64, error) { return nil, nil },
		IRLS:         func([][]float64, []float64, float64, int) ([]float64, int, error) { return nil, 0, nil },
	}, 1) {
		for _, c := range task.Checks {
			if r := c.Run(task.Name); r.Passed || r.Hint == "" {
				t.Errorf("%+v", r)
			}
		}
	}
}
