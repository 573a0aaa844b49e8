package loss

// A Dual loss is convex with a conjugate
//
//	ℓ*(u) = max over z of u·z − ℓ(z)
//
// that is simple enough to solve a problem one sample at a time. The u of a
// sample are the slopes ∂ℓ/∂z that it pulls with.
type Dual interface {
	Loss
	// Nearest sets u, the k slopes of sample i of t, to where ℓ*(u) + ½q‖u − v‖²
	// is least. v may be u.
	Nearest(u, v []float64, q float64, t *Targets, i int)
	// Conjugate returns ℓ*(u) of sample i for a u that Nearest or Residuals has set.
	Conjugate(u []float64, t *Targets, i int) float64
}

// A Polyhedral loss is a Dual one made of flat pieces. One score has the slope −t a for
// t = ±1, more have aⱼ for the other classes and −Σ a for the true one, where the pulls a
// are from 0 to 1.
type Polyhedral interface {
	Dual
	// Mixed is as for Curved.
	Mixed() bool
	// Shared reports whether the pulls of a sample add up to 1 at most.
	Shared() bool
}
