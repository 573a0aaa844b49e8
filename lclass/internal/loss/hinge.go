package loss

// Hinge is max(0, 1 − t z) for t = ±1 (KMITL, SVM loss): 0 for a sample that
// is on its side by a margin of 1, with slope −t or 0.
type Hinge struct{}

var (
	_ Polyhedral = Hinge{}
	_ Passive    = Hinge{}
)

// Name implements Named.
func (Hinge) Name() string { return "hinge" }

// Residuals implements Loss.
func (Hinge) Residuals(l, r, z []float64, _ int, t Targets) {
	for i, v := range z {
		short := 1 - t.Value[i]*v
		l[i], r[i] = 0, 0
		if short > 0 {
			l[i], r[i] = short, -t.Value[i]
		}
	}
}

// Beyond implements Passive.
func (Hinge) Beyond() float64 { return 1 }

// Nearest implements Dual. With u = −t a the conjugate is −a for 0 ≤ a ≤ 1.
func (Hinge) Nearest(u, v []float64, q float64, t *Targets, i int) {
	a := 1/q - t.Value[i]*v[0]
	u[0] = -t.Value[i] * min(max(a, 0), 1)
}

// Conjugate implements Dual.
func (Hinge) Conjugate(u []float64, t *Targets, i int) float64 { return t.Value[i] * u[0] }

// Mixed implements Polyhedral.
func (Hinge) Mixed() bool { return false }

// Shared implements Polyhedral.
func (Hinge) Shared() bool { return false }
