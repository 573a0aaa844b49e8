package solve

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// The model by columns has the slopes and curvatures of the Hessian, of one score or of scores
// that mix, with an intercept and without, with weights and factors.
func TestColumnModelIsTheHessian(t *testing.T) {
	for _, noBias := range []bool{false, true} {
		isTheHessian(t, loss.Logistic{}, 1, noBias)
		isTheHessian(t, loss.Softmax{}, 3, noBias)
	}
}

func isTheHessian(t *testing.T, l loss.Loss, k int, noBias bool) {
	t.Run(fmt.Sprintf("%T/no bias %v", l, noBias), func(t *testing.T) {
		const n, d = 60, 6
		r := rand.New(rand.NewPCG(8, 8))
		var b rows.Builder
		o := &objective.Objective{Loss: l, K: k, L1: 0.1, L2: 0.2, PenaltyFactors: []float64{1, 0, 2, 1, 1, 0.5}, NoBias: noBias}
		for range n {
			for j := range d {
				if r.IntN(3) == 0 {
					b.Add(j, 1+float64(j)*r.NormFloat64())
				}
			}
			b.EndRow()
			class := r.IntN(max(2, k))
			o.Weight = append(o.Weight, r.ExpFloat64())
			o.Targets.Class = append(o.Targets.Class, class)
			if k == 1 {
				o.Targets.Value = append(o.Targets.Value, float64(class))
			}
		}
		o.X = b.Sparse(d)
		s := objective.Scale(o)
		theta := make([]float64, (d+1)*k)
		for i := range theta {
			theta[i] = r.NormFloat64()
		}
		o.Subgradient(theta, theta)
		if noBias {
			clear(theta[d*k:])
		}
		h := s.Hessian(o.Pass(theta, objective.Want{Gradient: true, Shift: s.Mean})).Full()
		m := newColumnModel(s)
		m.bends.Pass(theta)
		m.begin()
		for i := range theta {
			m.near = append(m.near, i)
		}
		delta := make([]float64, len(theta))
		for range 20 {
			i, v := r.IntN(len(theta)), r.NormFloat64()
			m.move(i, v)
			delta[i] += v
		}
		all := maps.Collect(m.slopes())
		for i := range delta {
			var want float64
			for j, v := range delta {
				want += h.At(i, j) * v
			}
			for name, got := range map[string]float64{"slope": m.slope(i), "bulk slope": all[i]} {
				if math.Abs(got-want) > 1e-11 {
					t.Errorf("%s %d is %v, want %v", name, i, got, want)
				}
			}
			if got, want := m.curvature(i), h.At(i, i); math.Abs(got-want) > 1e-11*want {
				t.Errorf("curvature %d is %v, want %v", i, got, want)
			}
		}
	})
}
