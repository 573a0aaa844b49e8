package solve

import (
	"math"

	"linclass/lclass/internal/objective"
)

// Quickest takes quasi-Newton steps, of which a loss that bends much alike everywhere
// needs few, and goes on with Newton's where these have not come to an end when they
// have cost half of what Newton's alone cost as a rule. It is Newton's method alone
// where second derivatives cost little. Before it changes the method it calls turn.
func Quickest(o *objective.Objective, q QuasiNewtonSettings, n NewtonSettings, turn func()) Seq {
	const fewest = 15
	worth := newtonInQuasiNewton(o) / 2
	switch {
	case worth > float64(q.MaxIter):
		return QuasiNewton(o, q)
	case worth < fewest:
		turn()
		return Newton(o, n)
	}
	q.MaxIter = int(worth)
	return until(QuasiNewton(o, q), func(Iterate) bool { return false }, func(theta []float64) Seq {
		turn()
		n.Start = theta
		return Newton(o, n)
	})
}

// QuickestDual visits the samples one by one, and goes on with the method of multipliers
// where the epochs that are left clearly cost more, by how fast the gap has fallen. It is
// the method of multipliers alone where that costs little and samples are dense. Before it
// changes the method it calls turn.
func QuickestDual(o *objective.Objective, d DualSettings, m MultipliersSettings, turn func()) Seq {
	const little = 50e6 // ns
	f := forecast{goal: d.Tol, epoch: epochCost(o), other: multipliersCost(o), fewest: 16}
	switch sparse := filled(o) < float64(o.Features())/2; {
	case f.other < little && sparse:
		f.fewest = 100 // thrice what most sparse problems take
	case f.other < little:
		turn()
		return Multipliers(o, m)
	}
	return until(Dual(o, d), f.isSlow, func(theta []float64) Seq {
		turn()
		m.Start = theta
		return Multipliers(o, m)
	})
}

// A forecast compares what is left of the dual method with another method, by the gaps
// after its epochs. The logarithm of the gap falls about with that of the epochs.
type forecast struct {
	goal         float64 // for the gap, relative to the loss
	epoch, other float64 // what an epoch costs, and the other method
	fewest       int     // epochs before the first look

	gap, early float64 // least relative gap until now, and after some epochs
	next       int     // epoch of the next look
}

// isSlow reports whether what is left clearly costs more than the other method. The first
// look is when an eighth of the other's cost is spent.
func (f *forecast) isSlow(it Iterate) bool {
	const burn, first, clearly, most = 4, 1. / 8, 2, 4
	at := float64(it.Epoch)
	if it.Epoch == 0 {
		f.gap, f.next = 1, max(f.fewest, int(first*f.other/f.epoch))
	}
	f.gap = min(f.gap, it.Between/it.Loss)
	if it.Epoch == burn {
		f.early = f.gap
	}
	if it.Epoch < f.next {
		return false
	}
	f.next = it.Epoch * 3 / 2
	slope := math.Log(f.early/f.gap) / math.Log(at/burn)
	left := at*math.Exp(math.Log(f.gap/f.goal)/slope) - at
	return left*f.epoch > clearly*f.other || at*f.epoch > most*f.other
}

// until goes on with another method where a step is one to stop at, or where the first
// has run out of steps.
func until(first Seq, stop func(Iterate) bool, other func(theta []float64) Seq) Seq {
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
		for it, err := range other(last.Theta) {
			it.Epoch += last.Epoch
			if !yield(it, err) {
				return
			}
		}
	}
}

// multipliersCost returns the CPU time in nanoseconds that the method of multipliers takes,
// as a rule, measured on an x86 processor of 2.6 GHz with AVX-512. What matters is its
// ratio to epochCost. On more cores it would be less, but then the weights would depend on
// their number.
func multipliersCost(o *objective.Objective) float64 {
	const steps, row, value, product, pivot = 100, 50, 11.5, 0.1, 0.7 / 3
	n, k, filled, p := float64(o.Samples()), float64(o.K), filled(o), float64(o.Dim())
	return steps * (n*k*(k+1)/2*(row+value*filled+product*filled*filled) + pivot*p*p*p)
}

// epochCost returns the same of an epoch of dual coordinate descent, with its repeated
// visits.
func epochCost(o *objective.Objective) float64 {
	const row, score, product = 400, 66, 7
	k := float64(o.K)
	return float64(o.Samples()) * (row + k*(score+product*filled(o)))
}

// newtonInQuasiNewton returns how many quasi-Newton steps cost as much as Newton's
// method for the same, by the multiplications of each.
func newtonInQuasiNewton(o *objective.Objective) float64 {
	const steps = 7 // of Newton, as a rule
	n, k, filled, p := float64(o.Samples()), float64(o.K), filled(o), float64(o.Dim())
	newton := n*filled*filled*k*(k+1)/4 + p*p*p/3
	quasi := 4 * n * filled * k
	return steps * newton / quasi
}

// filled returns how many values a row has that are kept, with the 1 of the bias.
func filled(o *objective.Objective) float64 {
	if sparse, ok := o.X.(interface{ Entries() int }); ok {
		return float64(sparse.Entries())/max(1, float64(o.Samples())) + 1
	}
	return float64(o.Dim()) / float64(o.K)
}
