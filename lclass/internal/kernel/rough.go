package kernel

// Line is how many float32 a column of the weights and of the gradient takes in
// RoughScores and RoughGradient, whatever k is: what fills a register.
const Line = 16

// Rough reports whether there are loops for float32 here, which are then about
// twice as fast as those for float64.
func Rough() bool { return best != nil }

// RoughScores sets z to scale·x·w + b like [SparseScores], with products and
// their sums in float32, k ≤ Line, and Line values a column in w. z has Line
// values more than it needs, which are set to something.
func RoughScores(z []float64, start []int, column []uint16, value []uint8, scale float64, w []float32, b []float64) {
	n, k := len(start)-1, len(b)
	z = z[:n*k+Line]
	var bias [Line]float64
	copy(bias[:], b)
	if best == nil || n == 0 || start[0] == start[n] {
		for i := range n {
			var sum [Line]float32
			for e := start[i]; e < start[i+1]; e++ {
				for j, v := range w[int(column[e])*Line:][:Line] {
					sum[j] += float32(value[e]) * v
				}
			}
			for j, v := range sum[:k] {
				z[i*k+j] = scale*float64(v) + bias[j]
			}
		}
		return
	}
	column, value = column[:start[n]], value[:start[n]]
	best.roughScores(&z[0], n, k, &start[0], &column[0], &value[0], &byteLines[0], scale, &w[0], &bias[0])
}

// RoughGradient adds scale·xᵀr to g like [SparseGradient], in float32 and with
// Line values a column in g, of which those after the first k become something.
// r has Line values more than it needs.
func RoughGradient(g []float32, start []int, column []uint16, value []uint8, scale float64, r []float64, k int) {
	n := len(start) - 1
	r = r[:n*k+Line]
	if best == nil || n == 0 || start[0] == start[n] {
		for i := range n {
			for e := start[i]; e < start[i+1]; e++ {
				to := g[int(column[e])*Line:][:k]
				for j := range to {
					to[j] += float32(value[e]) * float32(scale*r[i*k+j])
				}
			}
		}
		return
	}
	column, value = column[:start[n]], value[:start[n]]
	best.roughGradient(&g[0], n, k, &start[0], &column[0], &value[0], &byteLines[0], scale, &r[0])
}

// byteLines has the float32 of each byte.
var byteLines = func() (table [256]float32) {
	for i := range table {
		table[i] = float32(i)
	}
	return table
}()
