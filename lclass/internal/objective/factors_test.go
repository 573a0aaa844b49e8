package objective_test

import (
	"math"
	"testing"

	"linclass/lclass/internal/objective"
)

// Of all rows the factors are the mean diagonal block of the second derivatives
// and, beside its last value, those of the biases.
func TestFactors(t *testing.T) {
	each(t, 700, func(t *testing.T, o *objective.Objective) {
		o.L2 = 0
		s := objective.Scale(o)
		theta := start(o.Dim())
		features, scores := s.Factors(theta, o.Samples())
		h := s.Hessian(o.Pass(theta, objective.Want{Gradient: true, Shift: s.Mean}))
		p := o.Features() + 1
		mean := func(i, j int) (v float64) {
			for a := range o.K {
				v += h.Block(a, a).At(i, j) / float64(o.K)
			}
			return v
		}
		for i := range p {
			for j := i; j < p; j++ {
				if got, want := features[i*p+j], mean(i, j); math.Abs(got-want) > 1e-12 {
					t.Errorf("features %d and %d: %v, want %v", i, j, got, want)
				}
			}
		}
		for a := range o.K {
			for b := range o.K {
				var want float64
				if block := h.Block(a, b); block != nil {
					want = block.At(p-1, p-1) / mean(p-1, p-1)
				}
				if got := scores[a*o.K+b]; math.Abs(got-want) > 1e-12 {
					t.Errorf("scores %d and %d: %v, want %v", a, b, got, want)
				}
			}
		}
	})
}

// A share of the rows has the weight of all, to the step at which they are taken,
// and products near those of all.
func TestFactorsOfShare(t *testing.T) {
	each(t, 20000, func(t *testing.T, o *objective.Objective) {
		const some = 2000
		s := objective.Scale(o)
		theta := start(o.Dim())
		all, between := s.Factors(theta, o.Samples())
		features, scores := s.Factors(theta, some)
		p := o.Features() + 1
		last := p*p - 1
		const parts = 16 // of the rows, each off by a step at most
		if math.Abs(features[last]/all[last]-1) > parts*1./some {
			t.Errorf("weight %v, of all %v", features[last], all[last])
		}
		for i := range p {
			for j := i; j < p; j++ {
				if got, want := features[i*p+j], all[i*p+j]; got == want || math.Abs(got-want) > 0.1*all[last] {
					t.Errorf("features %d and %d: %v, of all %v", i, j, got, want)
				}
			}
		}
		for i, want := range between {
			if math.Abs(scores[i]-want) > 0.1 {
				t.Errorf("scores: %v, want %v", scores, between)
			}
		}
	})
}
