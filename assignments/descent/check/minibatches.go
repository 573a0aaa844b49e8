package check

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
)

// Minibatches makes the open checks of Minibatches and prints what came out.
func Minibatches(f func(n, k int, rng *rand.Rand) [][]int) { checking.Print(minibatchesTask(f)) }

func minibatchesTask(f func(n, k int, rng *rand.Rand) [][]int) checking.Task {
	draw := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
	return checking.Task{Name: "Minibatches", Checks: []checking.Check{
		{
			Name:   "has every number once",
			Hint:   "0, 1, …, n−1: none is left out, none comes twice",
			Points: 0.75,
			Do: func(t *checking.Try) {
				all := slices.Concat(f(10, 4, draw())...)
				slices.Sort(all)
				t.Equal("all numbers of Minibatches(10, 4, rng), sorted", all, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
			},
		},
		{
			Name:   "makes blocks of k numbers, and the last as short as it must be",
			Hint:   "10 = 4 + 4 + 2, and 8 = 4 + 4 without an empty block",
			Points: 0.75,
			Do: func(t *checking.Try) {
				t.Equal("the lengths of the blocks of Minibatches(10, 4, rng)", lengths(f(10, 4, draw())), []int{4, 4, 2})
				t.Equal("the lengths of the blocks of Minibatches(8, 4, rng)", lengths(f(8, 4, draw())), []int{4, 4})
			},
		},
		{
			Name:   "makes other blocks in the next epoch",
			Hint:   "rng.Perm(n) is a new random order each time it is called",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw()
				one, two := fmt.Sprint(f(100, 10, rng)[0]), fmt.Sprint(f(100, 10, rng)[0])
				t.True(one != two, "the first block of Minibatches(100, 10, rng), called twice", "the same", "two different ones")
			},
		},
	}}
}

func lengths(blocks [][]int) []int {
	var n []int
	for _, block := range blocks {
		n = append(n, len(block))
	}
	return n
}
