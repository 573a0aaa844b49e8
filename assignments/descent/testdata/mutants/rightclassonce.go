// loses: SVMGrad: pulls the right class up once for each wrong one that is too near
// loses: SVMGrad: adds up to 0
// loses: SVMGrad: pulls the right class up once for each class that is too near

package answers

// SVMGrad pulls the right class up once at most.
func SVMGrad(scores []float64, y int) []float64 {
	slopes := make([]float64, len(scores))
	for j, s := range scores {
		if j != y && s-scores[y]+1 > 0 {
			slopes[j] = 1
			slopes[y] = -1
		}
	}
	return slopes
}
