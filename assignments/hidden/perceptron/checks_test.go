package perceptron

import (
	"testing"

	"linclass/assignments/perceptron/check"
	"linclass/assignments/perceptron/testdata/right"
)

// A class would have a right to complain about a seed that fails a right answer.
func TestEverySeed(t *testing.T) {
	right := check.Answers{
		Score:    answers.Score,
		Step:     answers.Step,
		Train:    answers.Train,
		ANDTable: answers.ANDTable,
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
