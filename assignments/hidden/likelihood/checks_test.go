package likelihood

import (
	"testing"

	"linclass/assignments/likelihood/check"
	"linclass/assignments/likelihood/testdata/right"
)

// A class would have a right to complain about a seed that fails a right answer.
func TestEverySeed(t *testing.T) {
	right := check.Answers{
		GaussMLE: answers.GaussMLE,
		Sigmoid:  answers.Sigmoid,
		NLL:      answers.NLL,
		Grad:     answers.Grad,
		Fit:      answers.Fit,
	}
	for seed := range uint64(1000) {
		for _, task := range Checks(right, seed) {
			for _, c := range task.Checks {
				if r := c.Run(task.Name); !r.Passed {
					t.Fatalf("seed %d: %+v", seed, r)
				}
			}
		}
	}
}
