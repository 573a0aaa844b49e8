package solve

import (
	"math"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// Quickest takes quasi-Newton steps, of which a loss that bends much alike everywhere
// needs few. Where these have not come to an end when they have cost 0.55 of what Newton's
// cost as a rule, Newton's follow. It is Newton's method alone where second derivatives cost
// little. n is nil where the weights are too many for these.
//
// Of many features, Newton's method by conjugate gradients comes first: where the matrices
// of quasi-Newton steps cost more than 33 passes over the rows or have more values than these
// keep, or where none are kept. Where there are matrices, quasi-Newton steps follow if its
// products have cost as much as these, and there have been a hundred.
//
// Before it changes the method it calls turn, with whether the next is Newton's.
func Quickest(o *objective.Objective, q QuasiNewtonSettings, n *NewtonSettings, turn func(newton bool)) Seq {
	const fewest, share, passes, products, steps = 16, 0.55, 33, 100, 100
	few := o.Features() <= mostCorrelated
	matrices := matricesInPasses(o)
	large := matrices > passes || rows.Kept(o.X) < o.Features()*o.Features()
	if o.L2 > 0 && (!few || large && q.Path == nil) {
		turn(true)
		t := q
		t.Path, t.MaxIter = nil, steps
		if few {
			t.Products = max(products, int(matrices))
		}
		return until(Truncated(o, t), never, func(last Iterate) Seq {
			turn(false)
			q.Start = last.Theta
			return QuasiNewton(o, q)
		})
	}
	if n == nil {
		return QuasiNewton(o, q)
	}
	worth := share * newtonInQuasiNewton(o)
	switch {
	case worth > float64(q.MaxIter):
		return QuasiNewton(o, q)
	case worth < fewest:
		turn(true)
		return Newton(o, *n)
	}
	q.MaxIter = int(worth)
	return until(QuasiNewton(o, q), never, func(last Iterate) Seq {
		turn(true)
		n := *n
		n.Start = last.Theta
		return Newton(o, n)
	})
}

func never(Iterate) bool { return false }

// QuickestDual visits the samples one by one, and goes on with the interior-point method
// where the epochs that are left cost much more, by how fast the gap has fallen. It is that
// method alone where it costs little, or less than the first epochs would show, but for two
// classes of samples with hardly more than one value, which visits soon fit. Before it changes
// the method it calls turn.
func QuickestDual(o *objective.Objective, d DualSettings, m InteriorSettings, turn func()) Seq {
	const (
		little = 8e6 // ns
		few    = 20  // visits of each sample
		single = 2.2 // values, with that of the bias
		many   = 100 // samples
	)
	usual := usualWeight(o)
	return combineEmpty(o, func(o *objective.Objective) Seq {
		f := forecast{goal: d.Tol, visit: visitCost(o), other: interiorCost(o), first: 0.1}
		if f.other < max(little, few*float64(o.Samples())*f.visit) {
			if o.K > 1 || filled(o) > single || o.Samples() < many {
				turn()
				return interiorOf(o, m, usual)
			}
			f.first = 1
		}
		return until(dualOf(o, d), f.isSlow, func(last Iterate) Seq {
			turn()
			m.Start = last.Theta
			return interiorOf(o, m, usual)
		})
	})
}

// A forecast compares what is left of the dual method with another method, by the gaps
// after its epochs. Their logarithm falls about with that of the epochs or, in the end, with
// the epochs.
type forecast struct {
	goal         float64 // for the gap, relative to the loss
	visit, other float64 // what a visit of a sample costs, and the other method
	first        float64 // part of the cost of the other method after which to look

	gaps  []float64 // least relative gap until each epoch
	spent []float64 // cost until each epoch
	next  float64   // cost after which to look again
}

// isSlow reports whether what is left costs much more than the other method, or more than
// that once a third of its cost is spent, by how the gap has fallen in the last half of the
// epochs: as a rule it falls faster in the end.
func (f *forecast) isSlow(it Iterate) bool {
	const late, again, more, steady = 0.35, 1.2, 1.75, 5
	gap, spent := it.Between/it.Loss, float64(it.Visits)*f.visit
	if it.Epoch == 0 {
		f.gaps, f.spent, f.next = nil, nil, f.first*f.other
	} else {
		gap = min(gap, f.gaps[it.Epoch-1])
		spent += f.spent[it.Epoch-1]
	}
	f.gaps, f.spent = append(f.gaps, gap), append(f.spent, spent)
	if it.Epoch < 2 || spent < f.next {
		return false
	}
	f.next = again * spent
	at, before := float64(it.Epoch), it.Epoch/2
	fallen, rest := math.Log(f.gaps[before]/gap), math.Log(gap/f.goal)
	epochs := at*math.Exp(rest*math.Log(at/float64(before))/fallen) - at
	epochs = min(epochs, steady*rest*(at-float64(before))/fallen)
	left := epochs * (spent - f.spent[before]) / (at - float64(before))
	return left > more*f.other || left > f.other && spent > late*f.other
}

// until goes on with another method where a step is one to stop at, or where the first
// has run out of steps.
func until(first Seq, stop func(Iterate) bool, other func(last Iterate) Seq) Seq {
	return func(yield func(Iterate, error) bool) {
		var last *Iterate
		for it, err := range first {
			if err == nil && (it.End == Exhausted || it.End == Running && stop(it)) {
				last = &it
				break
			}
			if !yield(it, err) {
				return
			}
		}
		if last == nil {
			return
		}
		for it, err := range other(*last) {
			it.Epoch += last.Epoch
			if !yield(it, err) {
				return
			}
		}
	}
}

// interiorCost returns the CPU time in nanoseconds that the interior-point method takes,
// as a rule, measured on an x86 processor of 2.6 GHz with AVX-512. What matters is its
// ratio to visitCost, so the products are set higher than they cost, until real data, on
// which the dual method ends sooner, had the faster one as well. On more cores it would be
// less, but then the weights would depend on their number.
func interiorCost(o *objective.Objective) float64 {
	const value, pivot = 2, 0.014
	n, k, filled, p := float64(o.Samples()), float64(o.K), filled(o), float64(o.Dim())
	row, pairs := 180., k*(k+1)/2
	pair, product := gramCost(o)
	together := !keepsZeros(o) && rows.GramsPay(o.X, int(pairs))
	if o.K == 1 {
		row = 200
	}
	if !together && !o.Loss.(loss.Polyhedral).Shared() {
		pairs = 2*k - 1 // those with the true class
	}
	return usualSteps(o) * (n*(k*(row+value*filled)+pairs*(pair+product*filled*filled)) + pivot*p*p*p)
}

// gramCost returns the same of second derivatives: what a pair of scores costs in a row, and
// each product of two of its values.
func gramCost(o *objective.Objective) (pair, product float64) {
	switch {
	case keepsZeros(o):
		return 15, 0.035
	case rows.GramsPay(o.X, o.K*(o.K+1)/2):
		return 5, 0.6
	case o.K == 1:
		return 45, 2
	}
	return 21, 2
}

// isProofDear reports whether a proof by second derivatives takes longer than to find these.
func isProofDear(o *objective.Objective) bool {
	const cube = 0.35 // as high as gramCost
	if o.Elsewhere != nil {
		return false
	}
	n, k, filled, p := float64(o.Samples()), float64(o.K), filled(o), float64(o.Dim())
	pair, product := gramCost(o)
	return cube*p*p*p > n*k*(k+1)/2*(pair+product*filled*filled)
}

// usualSteps returns how many steps that is. They increase with the number of the pieces of
// the loss.
func usualSteps(o *objective.Objective) float64 {
	const most = 16
	few, power, pieces := 2e4, 0.3, o.K-1
	switch {
	case o.K == 1:
		power, pieces = 0.1, 1
	case o.Loss.(loss.Polyhedral).Shared():
		few, pieces = 3e4, o.K*(o.K-1)/2
	}
	return most * max(1, math.Pow(float64(o.Samples()*pieces)/few, power))
}

// visitCost returns the same of a visit by the dual method. The samples are read in random
// order, of which caches hold some megabytes.
func visitCost(o *objective.Objective) float64 {
	const row, score, cached = 60, 18, 5e6
	k := float64(o.K)
	product := min(0.6*k, 1.5+0.1*k)
	bytes := 8 * float64(o.Samples()) * (filled(o) + k)
	return (row + k*score + product*filled(o)) * max(1, math.Pow(bytes/cached, 0.25))
}

// newtonInQuasiNewton returns how many quasi-Newton steps cost as much as Newton's
// method for the same, by the multiplications of each and what else a score and a pair of
// scores cost.
func newtonInQuasiNewton(o *objective.Objective) float64 {
	const steps, score = 7, 25 // steps of Newton, as a rule
	n, k, filled, p := float64(o.Samples()), float64(o.K), filled(o), float64(o.Dim())
	pairs, pair, product := k*(k+1)/2, 50., 2.
	switch {
	case keepsZeros(o):
		product = 0.5
	case rows.GramsPay(o.X, int(pairs)):
		pair, product = 20, 0.6
	}
	newton := n*(product*filled*filled+pair)*pairs + p*p*p/3
	quasi := n * (4*filled + score) * k
	return steps * newton / quasi
}

// matricesInPasses returns how many passes over the rows take as long as the matrices of
// quasi-Newton steps, which are the correlations of the features and their decomposition. The
// constants are nanoseconds, as of interiorCost.
func matricesInPasses(o *objective.Objective) float64 {
	const row, pivot, product = 15, 0.015, 0.02
	n, k, p := float64(o.Samples()), float64(o.K), float64(o.Features()+1)
	value := 0.15 + 0.07*k
	if isSparse(o) {
		value = 0.7 + 0.7*k
	}
	return p * p * (pivot*p + product*min(n, rowsAFeature*p)) / (n * (row*k + value*filled(o)))
}

// isSparse reports whether more than half of the values are not kept.
func isSparse(o *objective.Objective) bool { return filled(o) < float64(o.Features())/2 }

// keepsZeros reports whether all values are kept.
func keepsZeros(o *objective.Objective) bool {
	return rows.Kept(o.X) == o.Samples()*o.Features()
}

// filled returns how many values a row has that are kept, with the 1 of the bias.
func filled(o *objective.Objective) float64 {
	return float64(rows.Kept(o.X))/max(1, float64(o.Samples())) + 1
}
