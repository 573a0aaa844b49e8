package solve

import (
	"fmt"
	"math"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// MultipliersSettings are the limits of Multipliers.
type MultipliersSettings struct {
	Start   []float64 // θ, nil for 0
	MaxIter int
	Tol     float64 // for the duality gap, relative to L
}

// Multipliers is the proximal method of multipliers: the corners of the loss
// are made round about the slopes of the samples, Newton's method finds the
// minimum, the slopes there are the next ones, and the corners are made
// sharper as long as that is easy (Rockafellar 1976; Li, Sun and Toh 2018). The loss must be a
// loss.Polyhedral, λ₂ above 0 and λ₁ 0.
func Multipliers(o *objective.Objective, set MultipliersSettings) Seq {
	const sharper, newtonSteps, patience = 4, 50, 8
	return func(yield func(Iterate, error) bool) {
		d := newDual(o, DualSettings{Start: set.Start})
		theta := make([]float64, o.Dim())
		if set.Start != nil {
			copy(theta, set.Start)
		}
		tau, best, since := 0.5, math.Inf(1), 0
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1}) {
			if it.Epoch > 0 {
				round := *o
				round.Loss = loss.Smoothed{Polyhedral: d.loss.(loss.Polyhedral), Tau: tau}
				round.Targets.Slope = d.u
				var end End
				for inner, err := range Newton(&round, NewtonSettings{Start: theta, MaxIter: newtonSteps, Tol: 1e-12}) {
					if err != nil {
						yield(Iterate{}, err)
						return
					}
					theta, end = inner.Theta, inner.End
					it.Updates += inner.Updates
				}
				d.take(&round, theta)
				if end == Converged && it.Updates <= newtonSteps/2 {
					tau *= sharper
				} else {
					tau /= sharper
				}
			}
			it.Theta = theta
			sum := o.Pass(theta, objective.Want{})
			it.Loss, it.Errors = o.Value(sum, theta), sum.Errors
			slope := d.biasSlope()
			d.hold(theta, slope)
			it.Proved, it.Gap, it.Gradient = true, math.Max(0, it.Loss-d.value(slope)), largest(slope)
			if since++; it.Gap+it.Gradient < best {
				best, since = it.Gap+it.Gradient, 0
			}
			stuck := since == patience || since == 3 && best <= 1e-9*it.Loss
			switch {
			case !finite(it.Loss):
				yield(Iterate{}, errUnits)
				return
			case it.Gap+it.Gradient <= set.Tol*it.Loss, stuck && best <= 1e-6*it.Loss:
				it.End = Converged
			case it.Epoch == set.MaxIter || stuck:
				it.End = Exhausted
				it.Note = fmt.Sprintf("the duality gap is %.2g after %d rounds of Newton's method; standardise the features or raise the penalty", it.Gap, it.Epoch)
			}
			if !yield(it, nil) || it.End != Running {
				return
			}
		}
	}
}
