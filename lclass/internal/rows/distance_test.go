package rows_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/rows"
)

func TestDistances(t *testing.T) {
	const n, d = 300, 40
	rng := rand.New(rand.NewPCG(1, 1))
	x, centre := make([]float64, n*d), make([]float64, d)
	for i := range x {
		if rng.IntN(5) == 0 {
			x[i] = rng.NormFloat64()
		}
	}
	for j := range centre {
		centre[j] = rng.Float64() / 5
	}
	for name, table := range map[string]rows.Rows{"dense": rows.NewDense(n, d, x), "sparse": rows.NewSparse(n, d, x, 1)} {
		q := make([]float64, n)
		rows.Distances(table, q[10:], 10, n-5, centre)
		for i, got := range q {
			var want float64
			for j, c := range centre {
				if i >= 10 && i < n-5 {
					want += (x[i*d+j] - c) * (x[i*d+j] - c)
				}
			}
			if math.Abs(got-want) > 1e-14*(1+want) {
				t.Errorf("%s: row %d is at %v, want %v", name, i, got, want)
			}
		}
	}
}
