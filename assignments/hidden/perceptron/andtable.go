package perceptron

import (
	"fmt"
	"slices"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

// andTable is the table from the rule, by its own bookkeeping.
func andTable(w1, w2, theta int) (rows [][]int) {
	for epoch, learned := 1, false; !learned; epoch++ {
		learned = true
		for i := range 4 {
			x1, x2, t, y := i/2, i%2, i/3, 0
			row := []int{epoch, x1, x2, t, w1, w2}
			if w1*x1+w2*x2 >= theta {
				y = 1
			}
			w1 += (t - y) * x1
			w2 += (t - y) * x2
			learned = learned && t == y
			rows = append(rows, append(row, y, t-y, w1, w2))
		}
	}
	return rows
}

func andTableTask(f func(w1, w2, theta int) [][]int, seed uint64) checking.Task {
	// same compares row by row, where the shapes are the same.
	same := func(t *checking.Try, w1, w2, theta int) {
		call := fmt.Sprintf("ANDTable(%d, %d, %d)", w1, w2, theta)
		rows, want := f(w1, w2, theta), andTable(w1, w2, theta)
		for i := range min(len(rows), len(want)) {
			if !slices.Equal(rows[i], want[i]) {
				t.Fail(fmt.Sprintf("%s, row %d", call, i), checking.Show(rows[i]), checking.Show(want[i]))
			}
		}
		t.Equal(call+", the number of rows", len(rows), len(want))
	}
	return checking.Task{Name: "ANDTable", Checks: []checking.Check{
		{
			Name:   "follows other starts and thresholds",
			Hint:   "nothing in the table is fixed but the four points",
			Points: 0.75,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 15)
				for done := 0; done < 4; {
					w1, w2, theta := rng.IntN(19)-9, rng.IntN(19)-9, 2+rng.IntN(8)
					if !touches(andTable(w1, w2, theta), theta) {
						same(t, w1, w2, theta)
						done++
					}
				}
			},
		},
		{
			Name:   "predicts 1 for every point on the line",
			Hint:   "step(0) = 1: w·x ≥ θ",
			Points: 0.75,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 16)
				for done := 0; done < 4; {
					w1, w2, theta := rng.IntN(19)-9, rng.IntN(19)-9, 2+rng.IntN(8)
					if touches(andTable(w1, w2, theta), theta) {
						same(t, w1, w2, theta)
						done++
					}
				}
			},
		},
	}}
}

// touches says whether some point lies exactly on the line when its turn comes.
func touches(rows [][]int, theta int) bool {
	for _, r := range rows {
		if r[1]*r[4]+r[2]*r[5] == theta {
			return true
		}
	}
	return false
}
