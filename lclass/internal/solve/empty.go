package solve

import (
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// combineEmpty takes the steps of a solver that visits rows one by one, on fewer rows where
// some have no value.
func combineEmpty(o *objective.Objective, run func(o *objective.Objective) Seq) Seq {
	return func(yield func(Iterate, error) bool) {
		c, out := o.CombineEmpty()
		for it, err := range run(c) {
			if it.Theta != nil {
				_, biases := c.Split(it.Theta)
				for class, count := range out {
					if count > 0 && loss.Wrong(biases, class) {
						it.Errors += count
					}
				}
			}
			if !yield(it, err) {
				return
			}
		}
	}
}
