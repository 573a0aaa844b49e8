package decide

import (
	"fmt"
	"math/rand/v2"

	"linclass/internal/invalid"

	"gonum.org/v1/gonum/mat"
)

// Sample decides at random: sample i is of class 1 with the probability pᵢ (Chemnitz
// section 3, Notes section 4.3: draw a number between 0 and 1; it is class 1 if it is
// below p). The same seed gives the same draws. It returns an error if a probability is
// not between 0 and 1.
func Sample(p []float64, seed uint64) ([]int, error) {
	random := source(seed)
	y := make([]int, len(p))
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			return nil, invalid.Setting(fmt.Sprintf("decide: probability of sample %d", i), v, "it must be between 0 and 1")
		}
		if random.Float64() < v {
			y[i] = 1
		}
	}
	return y, nil
}

// SampleClasses decides at random: sample i is of class k with the probability p[i, k],
// for n×K probabilities of the classes. Rows are normalised to sum to 1. The same seed
// gives the same draws. It returns an error if a probability is not between 0 and 1, or if
// all of a row are 0.
func SampleClasses(p mat.Matrix, seed uint64) ([]int, error) {
	if p == nil {
		return nil, errNoProbabilities
	}
	random := source(seed)
	n, classes := p.Dims()
	y := make([]int, n)
	for i := range n {
		var total float64
		for k := range classes {
			v, err := probability(p, i, k)
			if err != nil {
				return nil, err
			}
			total += v
		}
		if total == 0 {
			return nil, invalid.Setting(fmt.Sprintf("decide: sum of the probabilities of sample %d", i), 0, "at least one must be positive")
		}
		left := random.Float64() * total
		for k := range classes {
			v := p.At(i, k)
			if v == 0 {
				continue
			}
			y[i] = k // the last that is possible, if rounding leaves something
			if left -= v; left < 0 {
				break
			}
		}
	}
	return y, nil
}

var errNoProbabilities = invalid.Setting("decide: matrix of probabilities", nil, "use Proba of a model")

func probability(p mat.Matrix, i, k int) (float64, error) {
	v := p.At(i, k)
	if !(v >= 0 && v <= 1) {
		return v, invalid.Setting(fmt.Sprintf("decide: probability of class %d of sample %d", k, i), v, "it must be between 0 and 1")
	}
	return v, nil
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
