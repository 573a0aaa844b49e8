package check

import (
	"testing"

	"linclass/assignments/newton/testdata/right"
)

func rightAnswers() Answers {
	return Answers{LeastSquares: answers.LeastSquares, IRLSStep: answers.IRLSStep, IRLS: answers.IRLS}
}

func TestRightAnswers(t *testing.T) {
	tasks := Checks(rightAnswers())
	if len(tasks) != 3 {
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
		LeastSquares: func(_, _ [][]float64) ([][]float64, error) { return nil, nil },
		IRLSStep:     func([][]float64, []float64, []float64) ([]float64, error) { return nil, nil },
		IRLS:         func([][]float64, []float64, float64, int) ([]float64, int, error) { return nil, 0, nil },
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
