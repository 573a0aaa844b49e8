package kernel

import "math"

// others has, for k classes and one of them, a 0 for each other one and −∞ for
// the rest of a register.
var others = func() (table [Line + 1][Line][Line]float64) {
	for k := range table {
		for class := range k {
			for j := range Line {
				if j == class || j >= k {
					table[k][class][j] = math.Inf(-1)
				}
			}
		}
	}
	return table
}()

// Margins sets margin, one value a row, to by how much the score of the class
// exceeds the best other one of the k ≥ 2 scores of a row of z.
func Margins(margin, z []float64, k int, class []int) {
	n := len(class)
	margin, z = margin[:n], z[:n*k]
	var fast int // rows that begin at least Line values before the end
	if best != nil && k <= Line && len(z) >= Line {
		fast = (len(z)-Line)/k + 1
		for _, c := range class[:fast] {
			_ = others[k][:k][c]
		}
		best.margins(&margin[0], &z[0], fast, k, &class[0], &others[k][0][0])
	}
	for i := fast; i < n; i++ {
		scores := z[i*k : (i+1)*k]
		other := math.Inf(-1)
		for j, v := range scores {
			if v > other && j != class[i] {
				other = v
			}
		}
		margin[i] = scores[class[i]] - other
	}
}
