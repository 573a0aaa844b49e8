package check

import (
	"fmt"
	"slices"

	"linclass/assignments/checking"
)

// Confusion makes the open checks of Confusion and prints what came out.
func Confusion(f func(t, y []int, K int) [][]int) {
	checking.Print(confusion(Answers{Confusion: f}))
}

func confusion(a Answers) checking.Task {
	want := func(try *checking.Try, t, y []int, K int, C [][]int) {
		try.Equal(fmt.Sprintf("Confusion(%v, %v, %d)", t, y, K), a.Confusion(slices.Clone(t), slices.Clone(y), K), C)
	}
	return checking.Task{Name: "Confusion", Checks: []checking.Check{
		{
			Name: "counts a sample in the row of its true class", Points: 1,
			Hint: "C[i][j] counts the samples of class i that were predicted to be of class j",
			Do: func(try *checking.Try) {
				want(try, []int{0, 0, 0, 1, 1}, []int{0, 1, 1, 1, 0}, 2, [][]int{{1, 2}, {1, 1}})
			},
		},
		{
			Name: "has a row and a column for each of the K classes", Points: 1,
			Hint: "classes 1 and 3 do not occur, and have rows and columns of zeros",
			Do: func(try *checking.Try) {
				want(try, []int{2, 0, 2}, []int{2, 0, 2}, 4, [][]int{{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 2, 0}, {0, 0, 0, 0}})
			},
		},
	}}
}
