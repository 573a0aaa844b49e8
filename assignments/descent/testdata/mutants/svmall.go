// loses: SVMGrad: pulls a wrong class down and the right one up
// loses: SVMGrad: pulls the right class up once for each wrong one that is too near
// loses: SVMGrad: is 0 where the right class leads by more than 1
// loses: SVMGrad: pulls down exactly the wrong classes that are too near
// loses: SVMGrad: pulls the right class up once for each class that is too near

package answers

// SVMGrad pulls all classes.
func SVMGrad(scores []float64, y int) []float64 {
	slopes := make([]float64, len(scores))
	for j := range scores {
		if j != y {
			slopes[j] = 1
			slopes[y]--
		}
	}
	return slopes
}
