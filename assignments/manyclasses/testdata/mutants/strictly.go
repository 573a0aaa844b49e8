// loses: OneVsOne: counts a score of 0 as a vote for the second class
package answers

// A score of 0 is a vote for the first.
func OneVsOne(z []float64, K int) int {
	votes := make([]int, K)
	for j := range K {
		for k := j + 1; k < K; k++ {
			if z[0] > 0 {
				votes[k]++
			} else {
				votes[j]++
			}
			z = z[1:]
		}
	}
	best := 0
	for k := range votes {
		if votes[k] > votes[best] {
			best = k
		}
	}
	return best
}
