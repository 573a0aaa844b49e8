package loss

// Squared is half the squared error, ½ Σ (zⱼ − tⱼ)² (Dongguk 2.2). Its
// gradient is z − t; the lectures that leave the ½ out fold the 2 into η.
type Squared struct{}

var _ LeastSquares = Squared{}

// Name implements Named.
func (Squared) Name() string { return "squared" }

// LeastSquares implements LeastSquares.
func (Squared) LeastSquares() {}

// Residuals implements Loss.
func (Squared) Residuals(l, r, z []float64, k int, t Targets) {
	for i := range l {
		var sum float64
		for j := i * k; j < (i+1)*k; j++ {
			e := z[j] - t.Value[j]
			r[j] = e
			sum += e * e
		}
		l[i] = sum / 2
	}
}

// Bound implements Bounded.
func (Squared) Bound() float64 { return 1 }

// Mixed implements Curved.
func (Squared) Mixed() bool { return false }

// Curvature implements Curved.
func (Squared) Curvature(c, _ []float64, _, _, _ int, _ Targets) {
	for i := range c {
		c[i] = 1
	}
}
