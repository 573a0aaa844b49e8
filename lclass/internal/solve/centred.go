package solve

import (
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// centred returns the steps of a solver on rows with off taken away from each, and
// with what it returns in the units of o. from is where it starts, nil for 0.
func centred(o *objective.Objective, from, off []float64, run func(o *objective.Objective, from []float64) Seq) Seq {
	c := *o
	c.X, c.Off, c.Common = rows.Centred(o.X, off), off, nil
	return func(yield func(Iterate, error) bool) {
		for it, err := range run(&c, moved(o, from, off, 1)) {
			if it.Theta != nil && it.Proved {
				it.bounded(it.Gap + blur(&c, it.Theta, off, it.Loss))
			}
			it.Theta = moved(o, it.Theta, off, -1)
			it.Direction = moved(o, it.Direction, off, -1)
			if !yield(it, err) {
				return
			}
		}
	}
}

// ifFar takes the steps of centred where the values of some feature are all far from
// 0, and reports whether they are. Rows that are elsewhere stay what they are, and so
// do those without a bias to make up for it.
func ifFar(yield func(Iterate, error) bool, s *objective.Scaled, from []float64, run func(o *objective.Objective, from []float64) Seq) bool {
	if s.Elsewhere != nil || s.NoBias {
		return false
	}
	low, high := s.Range()
	off := rows.Far(low, high, s.Mean)
	if off == nil {
		return false
	}
	centred(s.Objective, from, off, run)(yield)
	return true
}

// byRows runs a solver that takes inner products of rows as they are. Where the
// means of the features are far beyond their deviations, so that such products
// keep few digits of what tells the rows apart, they are taken off. mean and std
// are of the rows that it runs on.
func byRows(o *objective.Objective, from []float64, run func(o *objective.Objective, from, mean, std []float64) Seq) Seq {
	const far = 1e4
	mean, std := o.Moments()
	if !(kernel.Dot(mean, mean) > far*kernel.Dot(std, std)) {
		return run(o, from, mean, std)
	}
	return centred(o, from, mean, func(o *objective.Objective, from []float64) Seq {
		mean, std := o.Moments()
		return run(o, from, mean, std)
	})
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
		if m != 0 {
			kernel.Axpy(sign*m, w[j*o.K:(j+1)*o.K], b)
		}
	}
	return theta
}
