// loses: SVMLoss: compares the right class with one other
// loses: SVMLoss: looks at differences only

package answers

// SVMLoss leaves out classes with a negative score.
func SVMLoss(scores []float64, y int) float64 {
	loss := 0.0
	for j, s := range scores {
		if j != y && s > 0 {
			loss += max(0, s-scores[y]+1)
		}
	}
	return loss
}
