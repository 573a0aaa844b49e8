package check

import (
	"fmt"

	"linclass/assignments/checking"
)

// OneVsOne makes the open checks of OneVsOne and prints what came out.
func OneVsOne(f func(z []float64, K int) int) { checking.Print(oneVsOne(Answers{OneVsOne: f})) }

func oneVsOne(a Answers) checking.Task {
	want := func(try *checking.Try, z []float64, K, class int) {
		try.Equal(fmt.Sprintf("OneVsOne(%s, %d)", checking.Show(z), K), a.OneVsOne(checking.Fresh(z), K), class)
	}
	return checking.Task{Name: "OneVsOne", Checks: []checking.Check{
		{
			Name: "finds the class that wins all its duels", Points: 1,
			Hint: "the pairs are (0,1) (0,2) (0,3) (1,2) (1,3) (2,3); a positive score is a vote for the second of the pair",
			Do: func(try *checking.Try) {
				want(try, []float64{2, -1, -3}, 3, 1)
				want(try, []float64{-1, 1, 3, 2, 1, -4}, 4, 2)
				want(try, []float64{-1, -2, -1, 1, 5, 2}, 4, 0)
			},
		},
		{
			Name: "gives a tie to the smallest number", Points: 0.5,
			Hint: "0 beats 2, 1 beats 0, 2 beats 1: one vote each",
			Do: func(try *checking.Try) {
				want(try, []float64{1, -1, 1}, 3, 0)
				want(try, []float64{1, -1, 2, 1, -1, -1}, 4, 1)
			},
		},
		{
			Name: "counts a score of 0 as a vote for the second class", Points: 0.5,
			Hint: "z ≥ 0 is a vote for the second class of the pair, as sign(0) = +1",
			Do: func(try *checking.Try) {
				want(try, []float64{0}, 2, 1)
				want(try, []float64{0, 0, 0}, 3, 2)
			},
		},
	}}
}
