package loss

// Smoothed is a polyhedral loss with its corners made round about the slopes
// u of each sample,
//
//	max over v of v·z − ℓ*(v) − ‖v − u‖²/(2τ)
//
// with the v at the maximum as its slope. It is never above ℓ, and equals it
// where u is already the slope (Rockafellar 1976).
type Smoothed struct {
	Polyhedral
	Tau float64 // τ
}

var _ Curved = Smoothed{}

// Residuals implements Loss.
func (s Smoothed) Residuals(l, r, z []float64, k int, t Targets) {
	scores := make([]float64, k)
	for i := range l {
		v, u, target := r[i*k:(i+1)*k], t.Slope[i*k:(i+1)*k], t.Slice(i, i+1, k)
		copy(scores, z[i*k:(i+1)*k])
		for c, x := range scores {
			v[c] = u[c] + s.Tau*x
		}
		s.Nearest(v, v, 1/s.Tau, target)
		l[i] = -s.Conjugate(v, target)
		for c, x := range scores {
			l[i] += v[c]*x - (v[c]-u[c])*(v[c]-u[c])/(2*s.Tau)
		}
	}
}

// Bound implements Bounded.
func (s Smoothed) Bound() float64 { return s.Tau }

// Curvature implements Curved. Samples on the flat pieces have none; a trace
// is added to all, so that the steps of Newton's method end.
func (s Smoothed) Curvature(c, r []float64, k, a, b int, t Targets) {
	const floor = 1e-9
	least := 0.0
	if a == b {
		least = floor
	}
	if s.Mixed() {
		least -= floor / float64(k)
	}
	for i := range c {
		c[i] = s.Tau * (s.Projection(r[i*k:(i+1)*k], a, b, t.Slice(i, i+1, k)) + least)
	}
}
