package mle_test

import (
	"math"
	"testing"

	"linclass/lclass/mle"
)

// 10 choose 3 is 120.
func TestBinomialByHand(t *testing.T) {
	b := mle.Binomial{Trials: 10, P: 0.25}
	near(t, "f(3)", math.Exp(b.LogDensity(3)), 120*math.Pow(0.25, 3)*math.Pow(0.75, 7), 1e-13)
	var sum float64
	for x := range 11 {
		sum += math.Exp(b.LogDensity(float64(x)))
	}
	near(t, "sum", sum, 1, 1e-13)
}

func TestBinomialOfOneTrialIsBernoulli(t *testing.T) {
	x := []float64{0, 1, 1, 0, 1, 1}
	b := must(mle.FitBinomial(x, 1))
	c := must(mle.FitBernoulli(x))
	near(t, "p", b.P, c.P, 0)
	for _, v := range []float64{0, 1, 2} {
		if got, want := b.LogDensity(v), c.LogDensity(v); got != want && math.Abs(got-want) > 1e-15 {
			t.Errorf("log-density of %v is %v, that of Bernoulli %v", v, got, want)
		}
	}
}

func TestBinomialWithoutTrials(t *testing.T) {
	if _, err := mle.FitBinomial([]float64{0}, 0); err == nil {
		t.Error("no error for 0 trials")
	}
}
