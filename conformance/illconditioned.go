package main

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// polynomial returns the powers x to x¹⁰ of 64 points between 0 and 1. The
// condition of the standardised columns is 1e7.
func polynomial() set {
	rng := rand.New(rand.NewPCG(6, 0))
	const n, degree = 64, 10
	x, y := mat.NewDense(n, degree, nil), make([]float64, n)
	for i := range n {
		v, power := float64(i)/n, 1.0
		for j := range degree {
			power *= v
			x.Set(i, j, power)
		}
		y[i] = coarse(math.Sin(5*v) + 0.1*rng.NormFloat64())
	}
	return set{name: "polynomial", Data: lclass.Must(lclass.RegressionFromMatrix(x, y))}
}

// trends returns six series of 16 years that grow together, as those of Longley
// (1967) do: the year is one of them, and no series is far from a line.
func trends() set {
	rng := rand.New(rand.NewPCG(7, 0))
	const n = 16
	x, y := mat.NewDense(n, 6, nil), make([]float64, n)
	for i := range n {
		year := float64(1947 + i)
		t := year - 1947
		x.SetRow(i, []float64{
			math.Round(830+23*t+8*rng.NormFloat64()) / 10, // an index of prices
			math.Round(234289 + 21000*t + 4000*rng.NormFloat64()),
			math.Round(2000 + 150*t + 200*rng.NormFloat64()),
			math.Round(1500 + 100*t + 150*rng.NormFloat64()),
			math.Round(107608 + 1490*t + 12*t*t + 20*rng.NormFloat64()),
			year,
		})
		y[i] = math.Round(60000 + 650*t + 400*rng.NormFloat64())
	}
	return set{name: "trends", Data: lclass.Must(lclass.RegressionFromMatrix(x, y))}
}
