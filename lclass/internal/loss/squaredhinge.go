package loss

// SquaredHinge is max(0, 1 − t z)² for t = ±1, with slope −2t max(0, 1 − t z)
// and second derivative 2 or 0.
type SquaredHinge struct{}

var (
	_ Dual    = SquaredHinge{}
	_ Curved  = SquaredHinge{}
	_ Passive = SquaredHinge{}
)

// Name implements Named.
func (SquaredHinge) Name() string { return "squared-hinge" }

// Residuals implements Loss.
func (SquaredHinge) Residuals(l, r, z []float64, _ int, t Targets) {
	for i, v := range z {
		short := max(0, 1-t.Value[i]*v)
		l[i], r[i] = short*short, -2*t.Value[i]*short
	}
}

// Beyond implements Passive.
func (SquaredHinge) Beyond() float64 { return 1 }

// Bound implements Bounded.
func (SquaredHinge) Bound() float64 { return 2 }

// Mixed implements Curved.
func (SquaredHinge) Mixed() bool { return false }

// Curvature implements Curved.
func (SquaredHinge) Curvature(c, r []float64, _, _, _ int, _ Targets) {
	for i, v := range r {
		c[i] = 0
		if v != 0 {
			c[i] = 2
		}
	}
}

// Nearest implements Dual. With u = −t a the conjugate is −a + a²/4 for a ≥ 0.
func (SquaredHinge) Nearest(u, v []float64, q float64, t *Targets, i int) {
	a := (1 - q*t.Value[i]*v[0]) / (0.5 + q)
	u[0] = -t.Value[i] * max(a, 0)
}

// Conjugate implements Dual.
func (SquaredHinge) Conjugate(u []float64, t *Targets, i int) float64 {
	return t.Value[i]*u[0] + u[0]*u[0]/4
}
