package loss

import "math"

// Logistic is the cross-entropy of t ∈ {0, 1} and y = σ(z) (Dongguk,
// equation 4),
//
//	ℓ = −t log y − (1−t) log(1−y) = log(1 + eᶻ) − t z,
//
// with gradient y − t (equation 11) and curvature y(1−y) (equation 13).
type Logistic struct{}

var _ Curved = Logistic{}

// Residuals implements Loss.
func (Logistic) Residuals(l, r, z []float64, _ int, t Targets) {
	for i, v := range z {
		// With s = ±1 for t = 1, 0: ℓ = log(1 + e⁻ˢᶻ), y − t = −s/(1 + eˢᶻ),
		// neither of which overflows or cancels.
		s := 2*t.Value[i] - 1
		e := math.Exp(-math.Abs(v))
		if s*v >= 0 {
			l[i] = math.Log1p(e)
			r[i] = -s * e / (1 + e)
		} else {
			l[i] = math.Abs(v) + math.Log1p(e)
			r[i] = -s / (1 + e)
		}
	}
}

// Bound implements Bounded.
func (Logistic) Bound() float64 { return 0.25 }

// Mixed implements Curved.
func (Logistic) Mixed() bool { return false }

// Curvature implements Curved. As r = y − t, y(1−y) = |r|(1−|r|).
func (Logistic) Curvature(c, r []float64, _, _, _ int, _ Targets) {
	for i, v := range r {
		v = math.Abs(v)
		c[i] = v * (1 - v)
	}
}
