// loses: HingeLoss: is 0 for a point with a margin of 1 or more
// loses: HingeLoss: has the shape of a hinge

package answers

// HingeLoss is negative for large margins.
func HingeLoss(w []float64, b float64, X [][]float64, t []float64) float64 {
	loss := 0.0
	for i, x := range X {
		loss += 1 - t[i]*score(w, b, x)
	}
	return loss / float64(len(X))
}
