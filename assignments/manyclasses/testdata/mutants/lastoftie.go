// loses: OneVsOne: gives a tie to the smallest number
package answers

// The last of equal classes wins.
func OneVsOne(z []float64, K int) int {
	votes := make([]int, K)
	for j := range K {
		for k := j + 1; k < K; k++ {
			if z[0] >= 0 {
				votes[k]++
			} else {
				votes[j]++
			}
			z = z[1:]
		}
	}
	best := 0
	for k := range votes {
		if votes[k] >= votes[best] {
			best = k
		}
	}
	return best
}
