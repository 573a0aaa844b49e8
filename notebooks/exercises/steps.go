package exercises

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"linclass/assignments/checking"
	"linclass/datasets"
	"linclass/lclass"
)

// Epochs checks exercise 1 of steps.
func Epochs(f func(t [4]int) int) {
	// The lecture's rule in whole numbers: all weights, α and θ are tenths.
	count := func(t [4]int) int {
		w := [2]int{3, -1}
		for epoch := 1; ; epoch++ {
			wrong := false
			for i, x := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
				y := 0
				if x[0]*w[0]+x[1]*w[1] >= 2 {
					y = 1
				}
				w[0], w[1] = w[0]+(t[i]-y)*x[0], w[1]+(t[i]-y)*x[1]
				wrong = wrong || t[i] != y
			}
			if !wrong {
				return epoch
			}
		}
	}
	tables := []checking.Check{}
	for _, table := range []struct {
		name string
		t    [4]int
	}{{"AND", [4]int{0, 0, 0, 1}}, {"OR", [4]int{0, 1, 1, 1}}, {"the second input", [4]int{0, 1, 0, 1}}} {
		tables = append(tables, check("counts the epochs of "+table.name, "an epoch has four rows, and the last one has no mistake; work in fractions", func(t *checking.Try) {
			t.Equal(fmt.Sprintf("epochsOf(%v)", table.t), f(table.t), count(table.t))
		}))
	}
	run("epochsOf", tables...)
}

// Move checks exercise 2 of steps.
func Move(f func(w []float64, b float64, x []float64, t float64) float64) {
	run("move",
		check("is 1/3 for w = 0, b = 0, x = (1, 1)", "the score must become 1: c times ‖x‖² + 1, and that is 3", func(t *checking.Try) {
			t.Number("move([0 0], 0, [1 1], 1)", f([]float64{0, 0}, 0, []float64{1, 1}, 1), 1.0/3)
		}),
		check("gives the point the score t", "z + c(‖x‖² + 1) = t; solve for c", func(t *checking.Try) {
			rng := source(1)
			for range 5 {
				w, x := []float64{rng.NormFloat64(), rng.NormFloat64()}, []float64{rng.NormFloat64(), rng.NormFloat64()}
				b, target := rng.NormFloat64(), float64(2*rng.IntN(2)-1)
				c := f(slices.Clone(w), b, slices.Clone(x), target)
				v := slices.Clone(w)
				floats.AddScaled(v, c, x)
				t.Number(fmt.Sprintf("the score of x = %s after the move from w = %s, b = %.4g to its target %g", checking.Show(x), checking.Show(w), b, target), floats.Dot(v, x)+b+c, target)
			}
		}))
}

// Slower checks exercise 3 of steps.
func Slower(f func(d *lclass.Data) []int) {
	updates := func(d *lclass.Data) (n int) {
		for _, err := range (lclass.Perceptron{Eta: 1, Rosenblatt: true, Epochs: 1000}).Updates(d) {
			if err != nil {
				panic(err)
			}
			n++
		}
		return n
	}
	run("slower",
		check("has every point once", "an order is a permutation of 0 … N−1", func(t *checking.Try) {
			d := datasets.UnitSquare(20, 1)
			order, all := slices.Sorted(slices.Values(f(d))), make([]int, d.N())
			for i := range all {
				all[i] = i
			}
			t.Equal("the sorted order of 20 points", order, all)
		}),
		check("takes more updates than the order of the data", "try a few hundred random orders, and keep the slowest", func(t *checking.Try) {
			for seed := uint64(1); seed <= 3; seed++ {
				d := datasets.UnitSquare(20, seed)
				own, yours := updates(d), updates(d.Subset(f(d)))
				t.True(yours > own, fmt.Sprintf("updates for UnitSquare(20, %d) in your order", seed), fmt.Sprint(yours), fmt.Sprintf("more than %d", own))
			}
		}))
}
