package check

import (
	"fmt"

	"linclass/assignments/checking"
)

// ANDTable makes the open checks of ANDTable and prints what came out.
func ANDTable(f func(w1, w2, theta int) [][]int) { checking.Print(andTableTask(f)) }

// The columns of a row that the checks look at, and how many there are.
const (
	mistake = 7
	w1After = 8
	columns = 10
)

func andTableTask(f func(w1, w2, theta int) [][]int) checking.Task {
	// table wants whole epochs of rows with all columns.
	table := func(t *checking.Try) [][]int {
		rows := f(3, -1, 2)
		t.True(len(rows) > 0 && len(rows)%4 == 0, "the number of rows of ANDTable(3, -1, 2)", fmt.Sprint(len(rows)), "four for each epoch")
		for i, row := range rows {
			t.Equal(fmt.Sprintf("the number of columns of row %d", i), len(row), columns)
		}
		return rows
	}
	return checking.Task{Name: "ANDTable", Checks: []checking.Check{
		{
			Name:   "has the lecture's first epoch",
			Hint:   "epoch, x₁, x₂, t, w₁, w₂ before, y, t − y, w₁, w₂ after; α is one tenth",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rows := table(t)
				for i, want := range [][]int{
					{1, 0, 0, 0, 3, -1, 0, 0, 3, -1},
					{1, 0, 1, 0, 3, -1, 0, 0, 3, -1},
					{1, 1, 0, 0, 3, -1, 1, -1, 2, -1},
					{1, 1, 1, 1, 2, -1, 0, 1, 3, 0},
				} {
					t.Equal(fmt.Sprintf("ANDTable(3, -1, 2), row %d", i), rows[i], want)
				}
			},
		},
		{
			Name:   "ends with the first epoch without a mistake",
			Hint:   "the last epoch has no mistake, every other has at least one",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rows := table(t)
				for start := 0; start < len(rows); start += 4 {
					mistakes := 0
					for _, row := range rows[start : start+4] {
						if row[mistake] != 0 {
							mistakes++
						}
					}
					last := start == len(rows)-4
					want := map[bool]string{true: "0, as it is the last", false: "1 at least"}[last]
					t.True((mistakes == 0) == last, fmt.Sprintf("the mistakes in epoch %d", 1+start/4), fmt.Sprint(mistakes), want)
				}
			},
		},
		{
			Name:   "ends at w = (0.1, 0.1) for a threshold of 0.2",
			Hint:   "a point exactly on the line has output 1; in whole tenths that is exact",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rows := table(t)
				last := rows[len(rows)-1]
				t.Equal("w after the last row, in tenths", last[w1After:], []int{1, 1})
			},
		},
	}}
}
