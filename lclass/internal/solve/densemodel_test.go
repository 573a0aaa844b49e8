package solve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// The model of dense columns has the slopes, the curvatures and the blocks of the Hessian,
// with an intercept and without, with weights and factors and for several scores.
func TestDenseModelIsTheHessian(t *testing.T) {
	const n, d = 300, 6
	for _, c := range []struct {
		loss loss.Loss
		k    int
	}{{loss.Logistic{}, 1}, {loss.Squared{}, 2}, {loss.Softmax{}, 3}} {
		for _, noBias := range []bool{false, true} {
			t.Run(fmt.Sprintf("%T/no bias %v", c.loss, noBias), func(t *testing.T) {
				r := rand.New(rand.NewPCG(8, 8))
				x := make([]float64, n*d)
				for i := range x {
					x[i] = 3 + r.NormFloat64()
					if i%d == 4 {
						x[i] = 7 // a constant feature
					}
				}
				o := &objective.Objective{X: rows.NewDense(n, d, x), Loss: c.loss, K: c.k, L1: 0.1, L2: 0.2, PenaltyFactors: []float64{1, 0, 2, 1, 1, 0.5}, NoBias: noBias}
				for range n {
					class := r.IntN(max(2, c.k))
					o.Weight, o.Targets.Class = append(o.Weight, r.ExpFloat64()), append(o.Targets.Class, class)
					for range c.k {
						o.Targets.Value = append(o.Targets.Value, float64(class))
					}
				}
				s := objective.Scale(o)
				theta := make([]float64, o.Dim())
				w, _ := o.Split(theta)
				for i := range w {
					w[i] = r.NormFloat64()
				}
				hessian := s.Hessian(o.Pass(theta, objective.Want{Gradient: true, Shift: s.Mean}))
				at := func(i, j int) float64 {
					block := hessian.Block(i%c.k, j%c.k)
					if !hessian.Mixed && i%c.k == j%c.k {
						block = hessian.Block(0, 0)
					}
					if block == nil {
						return 0
					}
					return block.At(i/c.k, j/c.k)
				}
				m := newDenseModel(s)
				for round := range 2 {
					m.bends.Pass(theta)
					m.begin(0)
					delta := make([]float64, o.Dim())
					for range 20 {
						i, v := r.IntN(len(delta)), r.NormFloat64()
						m.move(i, v)
						delta[i] += v
					}
					part := []int{len(delta) - 1, 2, 3, 8 % len(delta), 0}
					summed := m.summed
					m.summed = false
					m.block(part[2:]) // changes nothing of what is known
					m.summed = summed
					m.block(part[:3])
					block := m.block(part) // with those that are known already
					for a, i := range part {
						for b, j := range part {
							if got, want := block.At(a, b), at(i, j); math.Abs(got-want) > 1e-12 {
								t.Errorf("round %d: second derivative %d, %d is %v, want %v", round, i, j, got, want)
							}
						}
					}
					m.near = []int{0, 2}
					m.release(0)
					for i, bent := range m.bent {
						if bent != nil && i != 0 && i != 2 {
							t.Errorf("round %d: the columns of weight %d, which is not near, are kept", round, i)
						}
					}
					for i := range delta {
						var want float64
						for j, v := range delta {
							want += at(i, j) * v
						}
						if got := m.slope(i); math.Abs(got-want) > 1e-11 {
							t.Errorf("round %d: slope %d is %v, want %v", round, i, got, want)
						}
						if got, want := m.curvature(i), at(i, i); math.Abs(got-want) > 1e-12 {
							t.Errorf("round %d: curvature %d is %v, want %v", round, i, got, want)
						}
					}
				}
			})
		}
	}
}

// A weight of a feature that only rows beyond the margin have goes to 0.
func TestDenseModelOfRowsThatDoNotCount(t *testing.T) {
	s := objective.Scale(&objective.Objective{
		X: rows.NewDense(3, 2, []float64{1, 0, 2, 0, 0, 1}), Loss: loss.SquaredHinge{}, K: 1, L1: 0.1, NoBias: true,
		Weight: []float64{1, 1, 1}, Targets: loss.Targets{Class: []int{1, 1, 1}, Value: []float64{1, 1, 1}},
	})
	m := newDenseModel(s)
	theta := []float64{0.1, 3, 0} // the last row has a margin of 3
	psi, g := make([]float64, len(theta)), make([]float64, len(theta))
	s.Standard(psi, theta)
	s.Gradient(g, m.pass(theta), theta)
	m.near = []int{0, 1, 2}
	m.begin(1e-9)
	if step := m.minimise(psi, g, cornersOf(s), 0); psi[1]+step[1] != 0 {
		t.Errorf("the weight goes from %v to %v", psi[1], psi[1]+step[1])
	}
}
