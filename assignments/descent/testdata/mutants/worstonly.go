// loses: SVMLoss: adds up over all wrong classes

package answers

// SVMLoss looks at the nearest wrong class only.
func SVMLoss(scores []float64, y int) float64 {
	loss := 0.0
	for j, s := range scores {
		if j != y {
			loss = max(loss, s-scores[y]+1)
		}
	}
	return loss
}
