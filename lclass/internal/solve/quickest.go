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
	return func(yield func(Iterate, error) bool) {
		var last Iterate
		for it, err := range QuasiNewton(o, q) {
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
		turn()
		n.Start = last.Theta
		for it, err := range Newton(o, n) {
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
