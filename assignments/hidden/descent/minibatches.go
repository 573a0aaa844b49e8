package descent

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

func minibatchesTask(f func(n, k int, rng *rand.Rand) [][]int, seed uint64) checking.Task {
	call := func(n, k int) string { return fmt.Sprintf("Minibatches(%d, %d, rng)", n, k) }
	// sizes are n, k: one block, one number each, a rest, none.
	sizes := func(rng *rand.Rand) [][2]int {
		n := 2 + rng.IntN(40)
		return [][2]int{{n, n + 3}, {n, n}, {n, 1}, {7 * n, 7}, {7*n + 1 + rng.IntN(6), 7}, {1, 1}}
	}
	return checking.Task{Name: "Minibatches", Checks: []checking.Check{
		{
			Name:   "has every number once, whatever n and k are",
			Hint:   "try k > n, k = 1 and an n that k does not divide",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 5)
				for _, s := range sizes(rng) {
					all := slices.Concat(f(s[0], s[1], rng)...)
					slices.Sort(all)
					want := make([]int, s[0])
					for i := range want {
						want[i] = i
					}
					t.Equal("all numbers of "+call(s[0], s[1])+", sorted", all, want)
				}
			},
		},
		{
			Name:   "has blocks of k, except for the last, whatever n and k are",
			Hint:   "k > n makes one block of n; the last block is never empty",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 6)
				for _, s := range sizes(rng) {
					n, k := s[0], s[1]
					blocks := f(n, k, rng)
					t.Equal("the number of blocks of "+call(n, k), len(blocks), (n+k-1)/k)
					for i, block := range blocks {
						t.Equal(fmt.Sprintf("the length of block %d of %s", i, call(n, k)), len(block), min(k, n-i*k))
					}
				}
			},
		},
		{
			Name:   "brings any two numbers together equally often",
			Hint:   "shuffle the numbers, not the blocks, and all of them",
			Points: 0.5,
			Do: func(t *checking.Try) {
				// Two of six numbers share a block of three in 2 of 5 shuffles: 80 times
				// in 200, give or take 7. 40 more or less are almost 6 times that away.
				rng, together := draw.Numbers(seed, 7), [6][6]int{}
				for range 200 {
					for _, block := range f(6, 3, rng) {
						for _, i := range block {
							for _, j := range block {
								together[i][j]++
							}
						}
					}
				}
				for i := range 6 {
					for j := i + 1; j < 6; j++ {
						n := together[i][j]
						t.True(n > 40 && n < 120, fmt.Sprintf("how often %d and %d share a block, in 200 calls of %s", i, j, call(6, 3)), fmt.Sprint(n), "about 80 times")
					}
				}
			},
		},
		{
			Name:   "draws from rng, and from nothing else",
			Hint:   "the same rng gives the same blocks; the functions of package rand draw from another source",
			Points: 0.5,
			Do: func(t *checking.Try) {
				run := func(order uint64) string { return fmt.Sprint(f(50, 8, draw.Numbers(seed, order))) }
				first, others := run(100), 0
				t.True(run(100) == first, "the blocks, twice with the same random numbers", "different", "the same")
				for order := range uint64(10) {
					if run(101+order) != first {
						others++
					}
				}
				t.True(others > 0, "the blocks, with other random numbers", "the same", "different")
			},
		},
	}}
}
