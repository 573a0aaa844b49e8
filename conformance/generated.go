package main

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// generated returns four kinds of data that are hard in a way of their own,
// each with two classes, three classes and a number as target.
//
//	conditioned  300×6; the second feature is the first but for 1e-4 of noise,
//	             and the units of the others go from 1e-5 to 1e5
//	weighted     250×5; weights from 0 to 20, a tenth of them 0, most no whole numbers
//	collinear    200×5; the third feature is the sum of the first two, the
//	             fifth is constant
//	wide         40×100; more features than samples
//
// and the two of polynomial and trends.
func generated() []set {
	var all []set
	for _, g := range []struct {
		name   string
		seed   uint64
		n, d   int
		change func(x *mat.Dense, rng *rand.Rand)
	}{
		{"conditioned", 1, 300, 6, condition},
		{"weighted", 2, 250, 5, nil},
		{"collinear", 3, 200, 5, collide},
		{"wide", 4, 40, 100, nil},
	} {
		rng := rand.New(rand.NewPCG(g.seed, 0))
		x := mat.NewDense(g.n, g.d, nil)
		x.Apply(func(_, _ int, _ float64) float64 { return coarse(rng.NormFloat64()) }, x)
		targets := [][]float64{scores(x, rng), scores(x, rng)}
		if g.change != nil {
			g.change(x, rng)
		}
		two, three, y := make([]int, g.n), make([]int, g.n), make([]float64, g.n)
		for i, z := range targets[0] {
			// The best of logistic scores with noise to match has softmax
			// probabilities.
			noise := []float64{gumbel(rng), gumbel(rng), gumbel(rng)}
			if z+noise[1] > noise[0] {
				two[i] = 1
			}
			three[i] = largest(noise[0], z+noise[1], targets[1][i]+noise[2])
			y[i] = coarse(z + rng.NormFloat64())
		}
		add := func(name string, d *lclass.Data) {
			if g.name == "weighted" {
				d = lclass.Must(d.WithWeight(weights(g.n)))
			}
			all = append(all, set{name: name, Data: d})
		}
		add(g.name, lclass.Must(lclass.FromMatrix(x, two, []string{"no", "yes"})))
		add(g.name+" three", lclass.Must(lclass.FromMatrix(x, three, []string{"a", "b", "c"})))
		add(g.name+" number", lclass.Must(lclass.RegressionFromMatrix(x, y)))
	}
	return append(all, polynomial(), trends())
}

// coarse rounds to multiples of 1/1024, so that sums of a few are exact and the
// data do not depend on how a processor rounds.
func coarse(v float64) float64 { return math.Round(v*1024) / 1024 }

// scores returns w·x for a w of length about 1.5.
func scores(x *mat.Dense, rng *rand.Rand) []float64 {
	n, d := x.Dims()
	z := make([]float64, n)
	for j := range d {
		w := 1.5 / math.Sqrt(float64(d)) * rng.NormFloat64()
		for i := range z {
			z[i] += w * x.At(i, j)
		}
	}
	return z
}

func gumbel(rng *rand.Rand) float64 { return -math.Log(rng.ExpFloat64()) }

func largest(values ...float64) int {
	var best int
	for k, v := range values {
		if v > values[best] {
			best = k
		}
	}
	return best
}

func condition(x *mat.Dense, rng *rand.Rand) {
	n, _ := x.Dims()
	for i := range n {
		x.Set(i, 1, x.At(i, 0)+float64(1e-4*coarse(rng.NormFloat64())))
		x.Set(i, 2, 1e5*x.At(i, 2))
		x.Set(i, 3, 1e-5*x.At(i, 3))
		x.Set(i, 4, 1e3+x.At(i, 4))
	}
}

func collide(x *mat.Dense, _ *rand.Rand) {
	n, _ := x.Dims()
	for i := range n {
		x.Set(i, 2, x.At(i, 0)+x.At(i, 1))
		x.Set(i, 4, 3)
	}
}

func weights(n int) []float64 {
	rng := rand.New(rand.NewPCG(5, 0))
	s := make([]float64, n)
	for i := range s {
		if rng.IntN(10) > 0 {
			s[i] = coarse(20 * rng.Float64())
		}
	}
	return s
}
