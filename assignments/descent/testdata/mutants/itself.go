// loses: SVMLoss: is 2.9 in the lecture's example
// loses: SVMLoss: is 0 where the right class leads by 1 or more
// loses: SVMLoss: compares the right class with one other
// loses: SVMLoss: adds up over all wrong classes

package answers

// SVMLoss counts the right class, too.
func SVMLoss(scores []float64, y int) float64 {
	loss := 0.0
	for _, s := range scores {
		loss += max(0, s-scores[y]+1)
	}
	return loss
}
