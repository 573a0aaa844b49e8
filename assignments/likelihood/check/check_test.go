package check

import (
	"testing"

	"linclass/assignments/likelihood/testdata/right"
)

func TestRightAnswersPass(t *testing.T) {
	tasks := Checks(Answers{
		GaussMLE: answers.GaussMLE,
		Sigmoid:  answers.Sigmoid,
		NLL:      answers.NLL,
		Grad:     answers.Grad,
		Fit:      answers.Fit,
	})
	if len(tasks) != 5 {
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
