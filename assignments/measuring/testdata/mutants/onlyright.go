// loses: Confusion: counts a sample in the row of its true class
// loses: Confusion: counts each sample once
package answers

// Errors are not counted.
func Confusion(t, y []int, K int) [][]int {
	C := make([][]int, K)
	for k := range C {
		C[k] = make([]int, K)
	}
	for n := range t {
		if t[n] == y[n] {
			C[t[n]][t[n]]++
		}
	}
	return C
}
