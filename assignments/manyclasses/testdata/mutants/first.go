// loses: OneVsOne: finds the class that wins all its duels
// loses: OneVsOne: gives a tie to the smallest number
// loses: OneVsOne: counts a score of 0 as a vote for the second class
// loses: OneVsOne: knows the pairs of any number of classes
package answers

// A positive score is taken for a vote for the first of the pair.
func OneVsOne(z []float64, K int) int {
	votes := make([]int, K)
	for j := range K {
		for k := j + 1; k < K; k++ {
			if z[0] >= 0 {
				votes[j]++
			} else {
				votes[k]++
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
