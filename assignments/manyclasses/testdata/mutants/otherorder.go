// loses: OneVsOne: finds the class that wins all its duels
// loses: OneVsOne: knows the pairs of any number of classes
package answers

// The pairs are taken in the order (0,1) (0,2) (1,2) (0,3) …
func OneVsOne(z []float64, K int) int {
	votes := make([]int, K)
	for k := range K {
		for j := range k {
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
		if votes[k] > votes[best] {
			best = k
		}
	}
	return best
}
