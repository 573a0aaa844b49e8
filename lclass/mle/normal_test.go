package mle_test

import (
	"math"
	"testing"

	"linclass/lclass/mle"
)

// The formula of the lecture, term by term.
func TestLogLikelihoodIsTheLecturesFormula(t *testing.T) {
	x := []float64{1, 2, 4, 5, 8}
	for _, n := range []mle.Normal{{Mu: 4, Sigma: 2}, {Mu: -1, Sigma: 0.5}, {Mu: 100, Sigma: 30}} {
		var squares float64
		for _, v := range x {
			squares += (v - n.Mu) * (v - n.Mu)
		}
		variance := n.Sigma * n.Sigma
		want := -5./2*math.Log(2*math.Pi*variance) - squares/(2*variance)
		near(t, "l", n.LogLikelihood(x), want, 1e-14)
	}
}

func TestDensityIntegratesToOne(t *testing.T) {
	n := mle.Normal{Mu: -2, Sigma: 3}
	const step = 0.01
	var area float64
	for x := n.Mu - 10*n.Sigma; x < n.Mu+10*n.Sigma; x += step {
		area += step * n.Density(x)
	}
	near(t, "area", area, 1, 1e-12)
}

func TestGradientIsTheSlope(t *testing.T) {
	x := []float64{1, 2, 4, 5, 8}
	const h = 1e-5
	for _, n := range []mle.Normal{{Mu: 4, Sigma: 2}, {Mu: 0, Sigma: 1}, {Mu: 9, Sigma: 5}} {
		dMu, dSigma := n.Gradient(x)
		slope := func(a, b mle.Normal) float64 { return (b.LogLikelihood(x) - a.LogLikelihood(x)) / (2 * h) }
		near(t, "∂l/∂μ", dMu, slope(mle.Normal{Mu: n.Mu - h, Sigma: n.Sigma}, mle.Normal{Mu: n.Mu + h, Sigma: n.Sigma}), 1e-8)
		near(t, "∂l/∂σ", dSigma, slope(mle.Normal{Mu: n.Mu, Sigma: n.Sigma - h}, mle.Normal{Mu: n.Mu, Sigma: n.Sigma + h}), 1e-8)
	}
	best := must(mle.FitNormal(x))
	dMu, dSigma := best.Gradient(x)
	near(t, "∂l/∂μ at the top", dMu, 0, 1e-14)
	near(t, "∂l/∂σ at the top", dSigma, 0, 1e-14)
}
