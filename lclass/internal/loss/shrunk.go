package loss

// A Shrinking loss proves more with smaller slopes than convexity alone says: for
// slopes u of a sample with loss ℓ(z), and a ≤ 1,
//
//	ℓ(z) + ℓ*(au) − auz ≤ Shrunk(a)·ℓ(z)
type Shrinking interface {
	Loss
	Shrunk(a float64) float64
}

var (
	_ Shrinking = Squared{}
	_ Shrinking = SquaredHinge{}
)

// Shrunk returns that bound for any convex loss that comes down to 0: as then
// ℓ*(0) = 0, and ℓ* is convex, it is 1 − a.
func Shrunk(l Loss, a float64) float64 {
	if l, ok := l.(Shrinking); ok {
		return l.Shrunk(a)
	}
	return 1 - a
}

// Shrunk implements Shrinking.
func (Squared) Shrunk(a float64) float64 { return (1 - a) * (1 - a) }

// Shrunk implements Shrinking.
func (SquaredHinge) Shrunk(a float64) float64 { return (1 - a) * (1 - a) }
