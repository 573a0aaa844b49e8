package check

import (
	"testing"

	"linclass/assignments/perceptron/testdata/right"
)

func TestRightAnswersPass(t *testing.T) {
	tasks := Checks(Answers{
		Score:    answers.Score,
		Step:     answers.Step,
		Train:    answers.Train,
		ANDTable: answers.ANDTable,
	})
	if len(tasks) != 4 {
		t.Errorf("%d tasks", len(tasks))
	}
	for _, task := range tasks {
		for _, c := range task.Checks {
			if r := c.Run(task.Name); !r.Passed {
				t.Errorf("%+v", r)
			}
		}
	}
}

// Without answers there is nothing to check.
func TestNoAnswers(t *testing.T) {
	if tasks := Checks(Answers{}); len(tasks) != 0 {
		t.Errorf("%d tasks", len(tasks))
	}
}
