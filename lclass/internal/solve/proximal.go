package solve

import (
	"math"
	"slices"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// ProximalSettings are the limits of Proximal.
type ProximalSettings struct {
	Start     []float64 // θ, nil for 0
	MaxIter   int
	Tol       float64 // for the bound on what is left to gain, relative to it
	Memory    int     // pairs of steps and gradient changes kept
	Separable bool    // whether separated classes leave the loss without a minimum
	Path      *Path   // the fits for other λ, nil for none

	whole bool // whether all features are fitted together
	part  bool // whether these are some features, and others prove that it has converged
}

// exactWeights is the largest number of parameters for which the model has
// the second derivatives themselves.
const exactWeights = 501

// innerTol is the tolerance for the least of a model.
const innerTol = 1e-10

// Proximal is the proximal Newton method in standardised coordinates: each
// step minimises a quadratic model of the loss plus the penalty by coordinate
// descent, and is halved while it does not lower the objective enough (Lee,
// Sun and Saunders 2014). Passes for a model by a bound are rough as long as six
// digits tell a step from the next. The loss must be a loss.Bounded. On a path it begins
// with what the fit before knew at its end.
func Proximal(o *objective.Objective, set ProximalSettings) Seq {
	return func(yield func(Iterate, error) bool) {
		s := objective.Scale(o)
		if ifFar(yield, s, set.Start, func(o *objective.Objective, from []float64) Seq {
			set := set
			set.Start = from
			return Proximal(o, set)
		}) {
			return
		}
		_, curved := o.Loss.(loss.Curved)
		mixing, ok := o.Loss.(interface{ Mixed() bool })
		relative := ok && mixing.Mixed()
		exact := curved && (o.Dim() <= exactWeights || set.part)
		noMatrix := curved && !exact && !set.whole
		var columns *columnModel
		if noMatrix {
			columns = newColumnModel(s)
		}
		at, resumed := set.Path.resume(o, set.Start)
		var dense *denseModel
		if noMatrix && isWide(o) {
			if dense = at.dense; dense != nil {
				dense.penalise(s)
			} else {
				dense = newDenseModel(s)
			}
		}
		if noMatrix && columns == nil && dense == nil {
			whole := set
			whole.whole = true
			if sets := byWorkingSets(s, set, func(from []float64, models int) Seq {
				whole.Start, whole.MaxIter = from, set.MaxIter-models
				return Proximal(o, whole)
			}); sets != nil {
				sets(yield)
				return
			}
		}
		_, squares := o.Loss.(loss.LeastSquares)
		squares = squares && exact && o.Elsewhere == nil
		want := objective.Want{Gradient: true, Rough: !exact}
		var bound *boundModel
		var sums *objective.Squares
		switch {
		case squares:
			if sums = at.squares; sums == nil {
				sums = s.Squares()
			}
		case exact:
			want.Shift = s.Mean
		case columns != nil || dense != nil:
			want.Rough = false
		default:
			if bound, ok = newBoundModel(s, set.Memory); !ok {
				yield(Iterate{}, errUnits)
				return
			}
		}
		c := cornersOf(s)
		n := o.Dim()
		psi, theta, g := make([]float64, n), make([]float64, n), make([]float64, n)
		trial, trialG := make([]float64, n), make([]float64, n)
		zero := at.zero
		if !resumed {
			zero = s.AtZero()
		}
		p := newProofFrom(s, set.Tol, zero)
		var sum *objective.Sum
		var value float64
		pass := func() *objective.Sum {
			if columns != nil {
				return columns.bends.Pass(theta)
			}
			if dense != nil {
				return dense.pass(theta)
			}
			if squares {
				return sums.At(s, theta)
			}
			return o.Pass(theta, want)
		}
		know := func(of *objective.Sum) {
			sum = of
			value = o.Value(sum, theta)
			s.Gradient(g, sum, theta)
		}
		look := func() { know(pass()) }
		begin := func(from []float64) {
			clear(psi)
			start(s, psi, theta, from)
			c.all(psi)
			c.raw(s, theta, psi)
			look()
		}
		if resumed {
			copy(psi, at.psi)
			copy(theta, at.theta)
			know(at.sum)
		} else {
			begin(set.Start)
		}
		if set.Start != nil && p.isFar(value) {
			begin(nil)
		}
		end := func(it Iterate) {
			if it.End == Converged && (exact || dense != nil) && !set.part {
				set.Path.leave(arrival{o, zero, psi, theta, sum, dense, sums})
			}
			yield(it, nil)
		}
		slopes := set.Tol * math.Sqrt(p.unit) // the largest that may be left at the end
		if dense != nil {
			slopes /= 10
		}
		enough := slopes / 3 // of a dense model
		const patience = 5
		least, flat := math.Inf(1), 0 // slopes where the loss is flat, and steps since these
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1, Updates: 1}) {
			it.Theta, it.Loss, it.Errors, it.Gradient = slices.Clone(theta), value, sum.Errors, violation(psi, g, c)
			if !finite(value) || !finite(it.Gradient) {
				yield(Iterate{}, errUnits)
				return
			}
			var h *objective.Hessian
			prove := func() {
				const flattest = 1e-3
				by := p.penalised(psi, g, value)
				if !exact && !(by <= p.goal(value)) && p.hasFree() && p.weights(psi, g, value) <= p.goal(value)/2 {
					curvature := o.Loss.(loss.Bounded).Bound()
					if dense != nil {
						curvature = max(dense.bends.Mean(), flattest*curvature)
					}
					settleBiases(p, c, psi, g, value, curvature, func() ([]float64, float64) {
						c.raw(s, theta, psi)
						look()
						return g, value
					})
					it.Theta, it.Loss, it.Gradient = slices.Clone(theta), value, violation(psi, g, c)
					by = p.penalised(psi, g, value)
				}
				early := squares && it.Epoch == 0 // a step takes less time than this proof
				if exact && h != nil && !early && !(by <= p.goal(value)) {
					if s.L1 > 0 || c.low != nil {
						by = min(by, p.cornered(psi, g, c, value, h))
					} else {
						newton, _ := newtonStep(h, g)
						by = min(by, p.curved(psi, newton, g, value, 0, h))
					}
				}
				it.bounded(by)
			}
			if exact && !set.part && it.Epoch > 0 && it.Gradient <= slopes {
				// A proof takes less time than a model.
				if it.bounded(p.penalised(psi, g, value)); it.Gap <= p.goal(value) {
					it.settle(p, psi, set.Separable, false, "")
				}
			}
			if dense != nil {
				if it.Gradient <= slopes {
					prove()
					it.settle(p, psi, set.Separable, false, "")
				}
				if it.End == Running && !dense.choose(psi, g, c) {
					dense = nil
					if bound, ok = newBoundModel(s, set.Memory); !ok {
						yield(Iterate{}, errUnits)
						return
					}
				}
			}
			if it.End != Running {
				end(it)
				return
			}
			var q model
			switch {
			case dense != nil:
				dense.begin(enough)
				q = dense
			case exact:
				curvature := sum.Curvature
				if squares {
					curvature = sums.Curvature
				}
				h = s.Hessian(&objective.Sum{Curvature: slices.Clone(curvature), Weight: sum.Weight})
				q = exactModel(h)
			case columns != nil:
				columns.begin()
				q = columns
			default:
				q = bound.quadratic()
			}
			step := q.minimise(psi, g, c, min(set.Tol, innerTol)*p.left(value))
			slope := directional(psi, step, g, c.l1)
			if want.Rough && (-slope <= max(set.Tol, sixDigits)*p.left(value) || it.Epoch == set.MaxIter || sum.Margin > 0) {
				want.Rough = false
				look()
				it.Epoch--
				continue
			}
			const unseen = 1e-6 * epsilon // of the loss is a promise that no digit shows
			near := -slope <= max(p.goal(value), unseen*value) && (!exact && dense == nil || it.Gradient <= slopes)
			if (near && dense == nil || it.Epoch == set.MaxIter) && !set.part {
				prove()
			}
			switch {
			case near && set.part:
				it.End = Converged
			case set.Separable && sum.Margin > 0 && separates(s, c.growing(s, psi)):
				it.separated(s, c.growing(s, psi))
			case near && dense != nil:
				enough /= 100
			case near:
				it.settle(p, psi, set.Separable, false, "")
			}
			if it.End == Running && it.Epoch == set.MaxIter {
				it.exhausted(p, psi, set)
			}
			if it.End != Running {
				end(it)
				return
			}

			var next *objective.Sum
			var nextValue float64
			t := 1.0
			for ; t > 1e-10; t /= 2 {
				for i := range psi {
					trial[i] = psi[i] + t*step[i]
				}
				if relative {
					centre(s, c, trial)
				}
				c.all(trial)
				c.raw(s, theta, trial)
				next = pass()
				nextValue = o.Value(next, theta)
				if nextValue <= value+1e-4*t*slope || o.Stopped() {
					break
				}
				if math.Abs(nextValue-value) <= noise(s, theta, value) {
					// The loss is flat to the last digit: the slopes decide, which may rise
					// for some steps before they fall.
					s.Gradient(trialG, next, theta)
					if v := violation(trial, trialG, c); v < least {
						least, flat = v, 0
						break
					}
					if flat++; flat < patience {
						break
					}
					t = 0
				}
			}
			if t <= 1e-10 && want.Rough {
				want.Rough = false
				c.raw(s, theta, psi)
				look()
				it.Epoch--
				continue
			}
			if t <= 1e-10 {
				prove()
				it.rest(p, psi, set.Separable, "")
				yield(it, nil)
				return
			}
			if !yield(it, nil) {
				return
			}
			s.Gradient(trialG, next, theta)
			if bound != nil {
				bound.push(psi, trial, g, trialG)
			}
			copy(psi, trial)
			copy(g, trialG)
			sum, value = next, nextValue
		}
	}
}

// exhausted ends a fit after all its models.
func (it *Iterate) exhausted(p *proof, psi []float64, set ProximalSettings) {
	it.rest(p, psi, set.Separable, "")
	if it.End == Exhausted {
		it.Note = "these steps were not enough; raise CoordinateDescent.MaxIter"
	}
}

// isWide reports whether rows that are here have a penalty with corners and at least as
// many features as there are of them, of which few have a weight.
func isWide(o *objective.Objective) bool {
	return o.Elsewhere == nil && o.L1 > 0 && o.Samples() <= o.Features()
}

// violation returns the largest of the least slopes of the objective at ψ.
func violation(psi, g []float64, c corners) float64 {
	var most float64
	for i, v := range psi {
		most = max(most, math.Abs(c.slope(i, v, g[i])))
	}
	return most
}

// directional returns by how much the objective changes along the step to
// first order, corners included: it is negative.
func directional(psi, step, g, l1 []float64) float64 {
	var change float64
	for i, d := range step {
		change += g[i]*d + l1[i]*(math.Abs(psi[i]+d)-math.Abs(psi[i]))
	}
	return change
}

// centre makes the biases, in the units of the features, sum to 0, and the
// weights of each feature, too, unless L1 or bounds say which sum is best. Only the
// differences of scores matter.
func centre(s *objective.Scaled, corners corners, psi []float64) {
	v, c := s.Split(psi)
	excess := sum(c)
	for j, std := range s.Std {
		of := v[j*s.K : (j+1)*s.K]
		if s.L1Of(j) == 0 && !corners.bounded(j*s.K) {
			lower(of, sum(of))
		}
		excess -= sum(of) * s.Mean[j] / std
	}
	lower(c, excess)
}

func sum(v []float64) float64 {
	var total float64
	for _, x := range v {
		total += x
	}
	return total
}

// lower takes equal parts of an excess from all values.
func lower(v []float64, excess float64) {
	for i := range v {
		v[i] -= excess / float64(len(v))
	}
}
