package solve

import (
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// centred runs a solver that takes inner products of rows as they are. Where
// the means of the features are far beyond their deviations, so that such
// products keep few digits of what tells the rows apart, it runs on a copy of
// the rows with the means taken off. from is where it starts, nil for 0; mean and
// std are of the rows it runs on.
func centred(o *objective.Objective, from []float64, run func(o *objective.Objective, from, mean, std []float64) Seq) Seq {
	const far = 1e4
	mean, std := rows.Moments(o.X, o.Weight)
	if kernel.Dot(mean, mean) <= far*kernel.Dot(std, std) {
		return run(o, from, mean, std)
	}
	c := *o
	c.X = rows.Centred(o.X, mean)
	rest, std := rows.Moments(c.X, o.Weight)
	return func(yield func(Iterate, error) bool) {
		for it, err := range run(&c, moved(o, from, mean, 1), rest, std) {
			it.Theta = moved(o, it.Theta, mean, -1)
			if !yield(it, err) {
				return
			}
		}
	}
}

// moved returns θ with the scores that it has where the features are larger by
// sign·mean; nil for nil.
func moved(o *objective.Objective, theta, mean []float64, sign float64) []float64 {
	if theta == nil {
		return nil
	}
	theta = slices.Clone(theta)
	w, b := o.Split(theta)
	for j, m := range mean {
		kernel.Axpy(sign*m, w[j*o.K:(j+1)*o.K], b)
	}
	return theta
}
