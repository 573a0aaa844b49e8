package objective_test

import (
	"math"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// Products with the Hessian are those with the matrix, of one score and of several that
// mix.
func TestBendsMultiplyAsTheHessian(t *testing.T) {
	const n, d = 700, 4
	for _, c := range []struct {
		loss loss.Loss
		k    int
	}{{loss.Logistic{}, 1}, {loss.Softmax{}, 3}} {
		for _, storage := range []string{"dense", "sparse"} {
			s := objective.Scale(problem(c.loss, c.k, table(storage, n, d), 0.1))
			s.PenaltyFactors = []float64{0, 1, 2, 1}
			theta, v := start(s.Dim()), start(s.Dim())
			v[1] = 3
			h := s.Hessian(s.Pass(theta, objective.Want{Gradient: true, Shift: s.Mean})).Full()
			bends := s.NewBends()
			sum := bends.Pass(theta)
			if want := s.Pass(theta, objective.Want{Gradient: true}); sum.Loss != want.Loss {
				t.Errorf("%T: loss %v beside the bends, want %v", c.loss, sum.Loss, want.Loss)
			}
			raw, got := make([]float64, len(v)), make([]float64, len(v))
			s.Raw(raw, v)
			product := make([]float64, len(v))
			bends.Times(product, raw)
			s.Gradient(got, &objective.Sum{Weight: 1, Gradient: product}, raw)
			var trace float64
			for i := range got {
				var want float64
				for j := range v {
					want += h.At(i, j) * v[j]
				}
				if math.Abs(got[i]-want) > 1e-12 {
					t.Errorf("%T, %s: element %d of Hv is %v, want %v", c.loss, storage, i, got[i], want)
				}
			}
			for k := range c.k {
				trace += h.At(d*c.k+k, d*c.k+k) / float64(c.k)
			}
			if math.Abs(bends.Mean()-trace) > 1e-12 {
				t.Errorf("%T, %s: mean bend %v, want %v", c.loss, storage, bends.Mean(), trace)
			}
		}
	}
}
