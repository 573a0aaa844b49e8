// loses: HingeLoss: takes the mean over the points
// loses: HingeLoss: is the mean of the losses of the points

package answers

// HingeLoss adds up instead of taking the mean.
func HingeLoss(w []float64, b float64, X [][]float64, t []float64) float64 {
	loss := 0.0
	for i, x := range X {
		loss += max(0, 1-t[i]*score(w, b, x))
	}
	return loss
}
