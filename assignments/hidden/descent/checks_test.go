package descent

import (
	"testing"

	"linclass/assignments/descent/check"
	"linclass/assignments/descent/testdata/right"
)

// A class would have a right to complain about a seed that fails a right answer.
func TestEverySeed(t *testing.T) {
	right := check.Answers{
		BatchGrad:   answers.BatchGrad,
		Minibatches: answers.Minibatches,
		HingeLoss:   answers.HingeLoss,
		HingeGrad:   answers.HingeGrad,
		SVMLoss:     answers.SVMLoss,
		SVMGrad:     answers.SVMGrad,
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
