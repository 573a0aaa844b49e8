package loss

// ModifiedHuber is, for t = ±1 (Zhang 2004; scikit-learn's modified_huber),
//
//	ℓ = max(0, 1 − tz)² where tz ≥ −1, and −4tz elsewhere:
//
// the SquaredHinge, but straight for samples far on the wrong side, which so pull
// with a slope of 4 at most.
type ModifiedHuber struct{}

var (
	_ Dual       = ModifiedHuber{}
	_ Piecewise  = ModifiedHuber{}
	_ Passive    = ModifiedHuber{}
	_ Classifier = ModifiedHuber{}
)

// Name implements Named.
func (ModifiedHuber) Name() string { return "modified-huber" }

// Residuals implements Loss.
func (ModifiedHuber) Residuals(l, r, z []float64, _ int, t Targets) {
	for i, v := range z {
		short := max(0, 1-t.Value[i]*v)
		if short < 2 {
			l[i], r[i] = short*short, -2*t.Value[i]*short
		} else {
			l[i], r[i] = -4*t.Value[i]*v, -4*t.Value[i]
		}
	}
}

// Beyond implements Passive.
func (ModifiedHuber) Beyond() float64 { return 1 }

// Bound implements Bounded.
func (ModifiedHuber) Bound() float64 { return 2 }

// Mixed implements Curved.
func (ModifiedHuber) Mixed() bool { return false }

// Curvature implements Curved.
func (ModifiedHuber) Curvature(c, r []float64, _, _, _ int, _ Targets) {
	for i, v := range r {
		c[i] = 0
		if v != 0 && v != 4 && v != -4 {
			c[i] = 2
		}
	}
}

// Quadratic implements Piecewise.
func (ModifiedHuber) Quadratic() (low, high float64) { return -1, 1 }

// Nearest implements Dual. With u = −t a the conjugate is −a + a²/4 for 0 ≤ a ≤ 4.
func (ModifiedHuber) Nearest(u, v []float64, q float64, t *Targets, i int) {
	a := (1 - q*t.Value[i]*v[0]) / (0.5 + q)
	u[0] = -t.Value[i] * min(max(a, 0), 4)
}

// Conjugate implements Dual.
func (ModifiedHuber) Conjugate(u []float64, t *Targets, i int) float64 {
	return t.Value[i]*u[0] + u[0]*u[0]/4
}

// Shares implements Classifier. At score 0 the slope is −2t.
func (ModifiedHuber) Shares(slopes []float64) []float64 { return twoShares((1 - slopes[0]/2) / 2) }

// Constant implements Classifier: the mean of t as the score of all.
func (ModifiedHuber) Constant(shares []float64) float64 { return 4 * shares[0] * shares[1] }
