package check

import (
	"testing"

	"linclass/assignments/descent/testdata/right"
)

func TestRightAnswersPass(t *testing.T) {
	tasks := Checks(Answers{
		BatchGrad:   answers.BatchGrad,
		Minibatches: answers.Minibatches,
		HingeLoss:   answers.HingeLoss,
		HingeGrad:   answers.HingeGrad,
		SVMLoss:     answers.SVMLoss,
		SVMGrad:     answers.SVMGrad,
	})
	if len(tasks) != 6 {
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
