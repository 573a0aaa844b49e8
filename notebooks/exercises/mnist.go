package exercises

import (
	"fmt"
	"math"
	"slices"

	"linclass/assignments/checking"
)

// FirstLoss checks exercise 1 of mnist.
func FirstLoss(f func(K int) float64) {
	run("firstLoss",
		check("is ln K", "all K probabilities are equal, and the loss is −log of one of them", func(t *checking.Try) {
			for _, K := range []int{10, 2, 3} {
				t.Number(fmt.Sprintf("firstLoss(%d)", K), f(K), math.Log(float64(K)))
			}
		}),
		check("is 0 if there is only one class", "its probability is 1", func(t *checking.Try) { t.Number("firstLoss(1)", f(1), 0) }))
}

// CosineRate checks exercise 2 of mnist.
func CosineRate(f func(eta float64, epoch, epochs int) float64) {
	run("cosineRate",
		check("begins with η", "the first epoch is number 1: the cosine of 0", func(t *checking.Try) {
			t.Number("cosineRate(0.1, 1, 3)", f(0.1, 1, 3), 0.1)
			t.Number("cosineRate(2, 1, 50)", f(2, 1, 50), 2)
		}),
		check("is half of it in the middle", "(1 + cos)/2 with a quarter of a wave: the epoch after half of them", func(t *checking.Try) {
			t.Number("cosineRate(0.1, 6, 10)", f(0.1, 6, 10), 0.05)
		}),
		check("falls along half a wave of the cosine", "the argument grows by π/epochs", func(t *checking.Try) {
			for epoch := 1; epoch <= 6; epoch++ {
				t.Number(fmt.Sprintf("cosineRate(1, %d, 6)", epoch), f(1, epoch, 6), (1+math.Cos(math.Pi*float64(epoch-1)/6))/2)
			}
		}))
}

// Products checks exercise 3 of mnist.
func Products(f func(x []float64) []float64) {
	run("products",
		check("has 2144 features for 64 pixels", "the pixels, their squares, and each pair once: 64 + 64 + 64·63/2", func(t *checking.Try) {
			t.Equal("the number of features", len(f(make([]float64, 64))), 2144)
		}),
		check("has each product of two pixels once", "the order does not matter", func(t *checking.Try) {
			got := slices.Sorted(slices.Values(f([]float64{2, 3, 5})))
			t.Numbers("the sorted products of [2 3 5]", got, []float64{2, 3, 4, 5, 6, 9, 10, 15, 25})
		}))
}
