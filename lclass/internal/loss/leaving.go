package loss

// Leaving is, of two scores z and ∆ of a sample with target t = ±1, half the square
// of how far z − ∆ is beyond the margin if z is not, by which a Passive loss, flat
// from that margin on, pulls less than its second derivative says. The residual of z
// is that pull, t times as far.
type Leaving struct{ Beyond float64 }

// Residuals implements Loss.
func (l Leaving) Residuals(loss, r, z []float64, k int, t Targets) {
	clear(r)
	for i := range loss {
		loss[i] = 0
		side := t.Value[i*k]
		at := side * z[i*k]
		if over := at - side*z[i*k+1] - l.Beyond; at < l.Beyond && over > 0 {
			loss[i] = over * over / 2
			r[i*k] = side * over
		}
	}
}
