package loss

// Shrunk bounds what slopes u of a sample with loss ℓ(z) prove when they are made
// smaller by a factor a ≤ 1: ℓ(z) + ℓ*(au) − auz ≤ Shrunk(l, a)·ℓ(z). As ℓ*(0) = 0
// for losses that come down to 0, and ℓ* is convex, that is 1 − a, and for squares
// (1 − a)².
func Shrunk(l Loss, a float64) float64 {
	switch l.(type) {
	case Squared, SquaredHinge:
		return (1 - a) * (1 - a)
	}
	return 1 - a
}
