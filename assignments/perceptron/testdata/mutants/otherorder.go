// loses: ANDTable: has the lecture's first epoch
// loses: ANDTable: follows other starts and thresholds
// loses: ANDTable: predicts 1 for every point on the line

package answers

// ANDTable visits the points in another order.
func ANDTable(w1, w2, theta int) [][]int {
	var table [][]int
	for epoch, wrong := 1, 1; wrong > 0; epoch++ {
		wrong = 0
		for _, p := range [][]int{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}} {
			x1, x2, t, y := p[0], p[1], p[2], 0
			if w1*x1+w2*x2 >= theta {
				y = 1
			}
			row := []int{epoch, x1, x2, t, w1, w2, y, t - y}
			w1, w2 = w1+(t-y)*x1, w2+(t-y)*x2
			table = append(table, append(row, w1, w2))
			if y != t {
				wrong++
			}
		}
	}
	return table
}
