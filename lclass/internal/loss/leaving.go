package loss

// Leaving is, of two scores z and ∆ of a sample with target t = ±1, how far z − ∆
// is beyond the margin, squared, if z is not: what a step of −∆ promises that a
// Passive loss, flat from that margin on, does not keep. It has no slopes.
type Leaving struct{ Beyond float64 }

// Residuals implements Loss.
func (l Leaving) Residuals(loss, r, z []float64, k int, t Targets) {
	const rounding = 1e-12
	for i := range loss {
		loss[i] = 0
		side := t.Value[i*k]
		at, step := side*z[i*k], side*z[i*k+1]
		over := at - step - l.Beyond
		if at < l.Beyond && over > rounding*(1+abs(at)+abs(step)) {
			loss[i] = over * over
		}
	}
	clear(r)
}

func abs(v float64) float64 { return max(v, -v) }
