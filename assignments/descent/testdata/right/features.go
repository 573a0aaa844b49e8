package answers

import "math/rand/v2"

// BatchGrad goes through the features instead of the points.
func BatchGrad(w []float64, b float64, X [][]float64, t []float64) ([]float64, float64) {
	residual := make([]float64, len(X))
	for i, x := range X {
		residual[i] = b - t[i]
		for j := len(w) - 1; j >= 0; j-- {
			residual[i] += w[j] * x[j]
		}
	}
	mean := func(input func(i int) float64) float64 {
		sum := 0.0
		for i, r := range residual {
			sum += r * input(i) / float64(len(X))
		}
		return sum * 2
	}
	var gradient []float64
	for j := range w {
		gradient = append(gradient, mean(func(i int) float64 { return X[i][j] }))
	}
	return gradient, mean(func(int) float64 { return 1 })
}

// Minibatches deals a shuffled pack, card by card.
func Minibatches(n, k int, rng *rand.Rand) (blocks [][]int) {
	pack := make([]int, n)
	for i := range pack {
		pack[i] = i
		j := rng.IntN(i + 1)
		pack[i], pack[j] = pack[j], pack[i]
	}
	for at, card := range pack {
		if at%k == 0 {
			blocks = append(blocks, nil)
		}
		last := len(blocks) - 1
		blocks[last] = append(blocks[last], card)
	}
	return blocks
}
