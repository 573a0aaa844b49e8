package objective_test

import (
	"math"
	"testing"

	"linclass/lclass/internal/objective"
)

// Several θ in one pass have the sums of a pass each, up to the rounding of 5000
// losses of size 1 to 10.
func TestSeveral(t *testing.T) {
	each(t, 5000, func(t *testing.T, o *objective.Objective) {
		for count := 1; count <= 5; count++ {
			thetas := make([][]float64, count)
			for i := range thetas {
				thetas[i] = at(start(o.Dim()), i%o.Dim(), float64(i))
			}
			for i, got := range o.Several(thetas) {
				want := o.Pass(thetas[i], objective.Want{})
				if got.N != want.N || got.Weight != want.Weight || got.Errors != want.Errors {
					t.Errorf("%d of %d: %d samples of weight %v with %d errors, want %d, %v, %d",
						i, count, got.N, got.Weight, got.Errors, want.N, want.Weight, want.Errors)
				}
				for what, pair := range map[string][2]float64{
					"loss": {got.Loss, want.Loss}, "least margin": {got.Margin, want.Margin}, "largest": {got.Largest, want.Largest},
				} {
					if !(math.Abs(pair[0]-pair[1]) <= 1e-13*math.Abs(pair[1])) {
						t.Errorf("%d of %d: %s %v, want %v", i, count, what, pair[0], pair[1])
					}
				}
			}
		}
	})
}
