// loses: HingeLoss: is 1 minus the margin where the margin is below 1
// loses: HingeLoss: has the shape of a hinge
// loses: HingeLoss: is 1 before the line has learnt anything

package answers

// HingeLoss is what Edinburgh calls a hinge.
func HingeLoss(w []float64, b float64, X [][]float64, t []float64) float64 {
	loss := 0.0
	for i, x := range X {
		loss += max(0, -t[i]*score(w, b, x))
	}
	return loss / float64(len(X))
}
