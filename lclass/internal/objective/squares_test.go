package objective_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// The sums of a squared error by the products of the columns are those of a pass, with
// weights and offsets, for several scores, with and without biases, with features far from 0
// and where hardly any loss is left.
func TestSquaresAreThoseOfAPass(t *testing.T) {
	const n, d = 700, 5
	for _, k := range []int{1, 3} {
		for _, noBias := range []bool{false, true} {
			for _, far := range []float64{0, 100} {
				t.Run(fmt.Sprintf("%d scores/no bias %v/mean %v", k, noBias, far), func(t *testing.T) {
					r := rand.New(rand.NewPCG(3, 8))
					x, truth := make([]float64, n*d), make([]float64, (d+1)*k)
					for i := range x {
						x[i] = far + r.NormFloat64()
					}
					for i := range truth {
						truth[i] = r.NormFloat64()
					}
					o := &objective.Objective{X: rows.NewDense(n, d, x), Loss: loss.Squared{}, K: k, NoBias: noBias}
					for i := range n {
						o.Weight, o.Offset = append(o.Weight, r.ExpFloat64()), append(o.Offset, r.NormFloat64())
						for c := range k {
							y := o.Offset[i] + 0.01*r.NormFloat64()
							if !noBias {
								y += truth[d*k+c]
							}
							for j := range d {
								y += truth[j*k+c] * x[i*d+j]
							}
							o.Targets.Value = append(o.Targets.Value, y)
						}
					}
					s := objective.Scale(o)
					squares := s.Squares()
					for _, part := range []float64{0, 0.5, 0.9, 0.9999, 1} {
						theta := make([]float64, len(truth))
						for i, v := range truth {
							theta[i] = part * v
						}
						if _, b := o.Split(theta); noBias {
							clear(b)
						}
						want, got := s.Pass(theta, objective.Want{Gradient: true}), squares.At(s, theta)
						if math.Abs(got.Loss-want.Loss) > 1e-12*want.Loss {
							t.Errorf("at %v of the truth the loss is %v, want %v", part, got.Loss, want.Loss)
						}
						size := 1e-12 * (1 + far) * math.Sqrt(2*want.Loss*want.Weight) * (1 + far)
						for i, g := range want.Gradient {
							if math.Abs(got.Gradient[i]-g) > size {
								t.Errorf("at %v of the truth slope %d is %v, want %v", part, i, got.Gradient[i], g)
							}
						}
						if got.Weight != want.Weight || got.Errors != 0 || !math.IsInf(got.Margin, 1) {
							t.Errorf("weight %v, want %v; %d errors, least margin %v", got.Weight, want.Weight, got.Errors, got.Margin)
						}
					}
				})
			}
		}
	}
}
