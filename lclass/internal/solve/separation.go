package solve

import (
	"linclass/lclass/internal/objective"
)

// separation looks for a direction along which the loss of a classifier falls
// for ever: one in which no margin shrinks and some grow. θ itself is one if
// every margin is positive (complete separation). Otherwise, once some margins
// are large, the step is tried: where some samples stay on the boundary
// (quasi-complete separation) the steps turn into such a direction. Both tests
// are about margins, which do not depend on the units of the features.
func separation(o *objective.Objective, sum *objective.Sum, theta, step []float64) []float64 {
	const (
		sure  = 10   // a probability within 5e-5 of 0 or 1
		small = 1e-6 // relative to the largest margin, the rounding of a solve
	)
	if sum.Margin > 0 {
		return theta
	}
	if step == nil || sum.Largest < sure {
		return nil
	}
	along := o.Pass(step, objective.Want{})
	if along.Largest > 0 && along.Margin >= -small*along.Largest {
		return step
	}
	return nil
}

const separatedNote = "a hyperplane parts the classes, so the likelihood has no maximum and the weights grow for ever; add a penalty such as L2(1e-3), or leave out the feature that gives the answer away"
