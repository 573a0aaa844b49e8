package solve

import "linclass/lclass/internal/objective"

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
	return then(QuasiNewton(o, q), func(theta []float64) Seq {
		turn()
		n.Start = theta
		return Newton(o, n)
	})
}

// QuickestDual visits sparse samples one by one, of which epochs cost little, and goes
// on with the method of multipliers where as many as d has have not been enough.
// Before it changes the method it calls turn.
func QuickestDual(o *objective.Objective, d DualSettings, m MultipliersSettings, turn func()) Seq {
	return then(Dual(o, d), func(theta []float64) Seq {
		turn()
		m.Start = theta
		return Multipliers(o, m)
	})
}

// then goes on with another method where the first has run out of steps.
func then(first Seq, other func(theta []float64) Seq) Seq {
	return func(yield func(Iterate, error) bool) {
		var last Iterate
		for it, err := range first {
			if it.End == Exhausted {
				last = it
				break
			}
			if !yield(it, err) {
				return
			}
		}
		if last.End != Exhausted {
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

// newtonInQuasiNewton returns how many quasi-Newton steps cost as much as Newton's
// method for the same, by the multiplications of each.
func newtonInQuasiNewton(o *objective.Objective) float64 {
	const steps = 7 // of Newton, as a rule
	n, k := float64(o.Samples()), float64(o.K)
	filled := float64(o.Dim())/k - 1
	if sparse, ok := o.X.(interface{ Entries() int }); ok {
		filled = float64(sparse.Entries()) / max(1, n)
	}
	filled++ // the bias
	p := float64(o.Dim())
	newton := n*filled*filled*k*(k+1)/4 + p*p*p/3
	quasi := 4 * n * filled * k
	return steps * newton / quasi
}
