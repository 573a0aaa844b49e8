package datasets

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// generator returns the random numbers of a seed.
func generator(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// normal draws from N(mean, std²) in each of two directions.
func normal(r *rand.Rand, mean, std [2]float64) [2]float64 {
	return [2]float64{mean[0] + std[0]*r.NormFloat64(), mean[1] + std[1]*r.NormFloat64()}
}

// plane returns samples with two features. Points and classes are made by the
// generators, so there is nothing in them that lclass could refuse.
func plane(points [][2]float64, t []int, classes ...string) *lclass.Data {
	x := mat.NewDense(len(points), 2, nil)
	for i, p := range points {
		x.SetRow(i, p[:])
	}
	return lclass.Must(lclass.FromMatrix(x, t, classes))
}
