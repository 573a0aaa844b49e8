// loses: Confusion: has a row and a column for each of the K classes
package answers

import "slices"

// The number of classes is guessed from the targets.
func Confusion(t, y []int, _ int) [][]int {
	C := make([][]int, slices.Max(t)+1)
	for k := range C {
		C[k] = make([]int, len(C))
	}
	for n := range t {
		C[t[n]][y[n]]++
	}
	return C
}
