// loses: Confusion: counts a sample in the row of its true class
package answers

// Rows are predictions, as in the slides of Chemnitz.
func Confusion(t, y []int, K int) [][]int {
	C := make([][]int, K)
	for k := range C {
		C[k] = make([]int, K)
	}
	for n := range t {
		C[y[n]][t[n]]++
	}
	return C
}
