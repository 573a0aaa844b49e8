package solve

import (
	"math"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// The slopes of a weight without a penalty bound nothing unless they are 0 or a bound
// holds the weight.
func TestFreeSlopesBoundNothing(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		low, high []float64
		finite    bool
	}{
		{nil, nil, false},
		{[]float64{0, -inf}, []float64{inf, inf}, false},
		{[]float64{-inf, -inf}, []float64{0, inf}, true},
		{[]float64{-inf, -inf}, []float64{2, inf}, true},
	} {
		o := &objective.Objective{
			X: rows.NewDense(4, 2, []float64{1, 0, 2, 1, 3, 0, 4, 1}), K: 1, Loss: loss.Logistic{},
			Targets: loss.Targets{Class: []int{0, 0, 1, 1}, Value: []float64{0, 0, 1, 1}},
			Weight:  []float64{1, 1, 1, 1}, L1: 0.1, L2: 0.1,
			PenaltyFactors: []float64{0, 1}, Lower: c.low, Upper: c.high,
		}
		s := objective.Scale(o)
		theta, g := make([]float64, o.Dim()), make([]float64, o.Dim())
		sum := o.Pass(theta, objective.Want{Gradient: true})
		s.Gradient(g, sum, theta)
		by := newProof(s, 1e-8).penalised(make([]float64, o.Dim()), g, o.Value(sum, theta))
		if !math.IsInf(by, 1) != c.finite {
			t.Errorf("bounds %v and %v: gap %v", c.low, c.high, by)
		}
	}
}
