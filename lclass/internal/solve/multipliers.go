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
	slopes  []float64 // of the samples near the minimum, nil where they are not known
	MaxIter int
	Tol     float64 // for the gap, relative to the loss
}

// Multipliers is the proximal method of multipliers: the corners of the loss
// are made round about the slopes of the samples, Newton's method finds the
// minimum, the slopes there are the next ones, and the corners are made
// sharper as long as that is easy (Rockafellar 1976; Li, Sun and Toh 2018). The loss must be a
// loss.Polyhedral, λ₂ above 0 and λ₁ 0.
func Multipliers(o *objective.Objective, set MultipliersSettings) Seq {
	return byRows(o, beginning(o, set.Start), func(o *objective.Objective, from, mean, std []float64) Seq {
		return rounds(o, set, from, mean, std)
	})
}

// finest is the smallest gap relative to the loss that the rounds reach for sure.
const finest = 1e-10

func rounds(o *objective.Objective, set MultipliersSettings, from, mean, std []float64) Seq {
	const sharper, sharp, newtonSteps, patience = 4, 8, 50, 8
	return func(yield func(Iterate, error) bool) {
		d := newDual(o, from, mean, std)
		p := newProof(objective.Scale(o), max(set.Tol, finest))
		p.null = math.Inf(1) // the gap is relative to the loss
		psi := make([]float64, o.Dim())
		theta := make([]float64, o.Dim())
		copy(theta, from)
		tau, since := 0.5, 0
		if set.slopes != nil {
			d.set(set.slopes)
			tau = sharp
		}
		var best Iterate
		var held bound
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1}) {
			if it.Epoch > 0 {
				round := *o
				round.Loss = loss.Smoothed{Polyhedral: d.loss.(loss.Polyhedral), Tau: tau}
				round.Targets.Slope = d.u
				var end End
				for inner, err := range Newton(&round, NewtonSettings{Start: theta, MaxIter: newtonSteps, Tol: 1e-12, Inner: true}) {
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
			held = it.proveBest(p, d, held, d.bound(slope))
			if since++; it.Epoch == 0 || it.Gap < best.Gap {
				best, since = it, 0
			}
			stuck := since == patience
			if stuck || it.Epoch == set.MaxIter {
				best.Epoch, best.Updates = it.Epoch, it.Updates
				it = best
			}
			p.Standard(psi, it.Theta)
			switch {
			case !finite(it.Loss):
				yield(Iterate{}, errUnits)
				return
			case p.done(&it, psi, true):
				it.End = Converged
			case it.Epoch == set.MaxIter || stuck:
				it.End = Exhausted
				it.Note = fmt.Sprintf("the loss may be %.2g above its minimum after %d rounds of Newton's method; standardise the features or raise the penalty", it.Gap, it.Epoch)
			}
			if !yield(it, nil) || it.End != Running {
				return
			}
		}
	}
}

// proveBest proves the iterate by the better of two bounds, which it returns. A
// fresh one is worse where the corners are so sharp that the slopes of the samples
// have few digits.
func (it *Iterate) proveBest(p *proof, d *dual, held, fresh bound) bound {
	other := *it
	it.prove(p, d, fresh)
	if held.slope == nil {
		return fresh
	}
	other.prove(p, d, held)
	if other.Gap < it.Gap {
		*it = other
		return held
	}
	return fresh
}
