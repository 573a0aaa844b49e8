package mle_test

import (
	"math"
	"testing"

	"linclass/lclass/mle"
)

// The quantiles of the standard normal distribution: 1.959963984540054 for
// 95 %, 1.6448536269514722 for 90 % (scipy.stats.norm.ppf).
func TestWald(t *testing.T) {
	n := mle.Normal{Mu: 5, Sigma: 2}
	for level, z := range map[float64]float64{0.95: 1.959963984540054, 0.9: 1.6448536269514722} {
		got := must(mle.Wald(n, 50, level))
		near(t, "low μ", got[0].Low, 5-z*2/math.Sqrt(50), 1e-14)
		near(t, "high μ", got[0].High, 5+z*2/math.Sqrt(50), 1e-14)
		near(t, "low σ", got[1].Low, 2-z*0.2, 1e-14)
		near(t, "high σ", got[1].High, 2+z*0.2, 1e-14)
	}
}

// R 4.2.2: prop.test(x, n, conf.level = level, correct = FALSE)$conf.int
func TestWilsonAgreesWithR(t *testing.T) {
	for _, c := range []struct {
		x, n      int
		level     float64
		low, high float64
	}{
		{0, 10, 0.95, 0, 0.27753279986288915},
		{3, 10, 0.95, 0.10779126740630104, 0.60322185253885452},
		{10, 10, 0.95, 0.72246720013711085, 1},
		{30, 100, 0.9, 0.23070495436914534, 0.37983213394412441},
	} {
		got := must(mle.Wilson(float64(c.x)/float64(c.n), c.n, c.level))
		near(t, "low", got.Low, c.low, 1e-14)
		near(t, "high", got.High, c.high, 1e-14)
	}
}

// Its ends are where p is z standard errors away, and they mirror each other.
func TestWilsonSolvesTheScoreEquation(t *testing.T) {
	const z = 1.959963984540054
	for _, p := range []float64{0, 1e-9, 0.1, 0.5, 0.9, 1} {
		for _, n := range []int{1, 7, 1000000} {
			got := must(mle.Wilson(p, n, 0.95))
			for _, end := range []float64{got.Low, got.High} {
				if end != p {
					near(t, "distance", math.Abs(p-end)/math.Sqrt(end*(1-end)/float64(n)), z, 1e-6)
				}
			}
			mirrored := must(mle.Wilson(1-p, n, 0.95))
			near(t, "mirrored", 1-mirrored.High, got.Low, 1e-15)
			if !(got.Low >= 0 && got.Low <= p && p <= got.High && got.High <= 1) {
				t.Errorf("p = %v, n = %d: %v", p, n, got)
			}
		}
	}
}

func TestIntervalErrors(t *testing.T) {
	for _, level := range []float64{0, 1, -1, 95, math.NaN()} {
		if _, err := mle.Wald(mle.Normal{Sigma: 1}, 10, level); err == nil {
			t.Errorf("Wald: no error for level %v", level)
		}
		if _, err := mle.Wilson(0.5, 10, level); err == nil {
			t.Errorf("Wilson: no error for level %v", level)
		}
	}
	if _, err := mle.Wald(mle.Normal{Sigma: 1}, 0, 0.95); err == nil {
		t.Error("Wald: no error for no values")
	}
	for _, p := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := mle.Wilson(p, 10, 0.95); err == nil {
			t.Errorf("Wilson: no error for p = %v", p)
		}
	}
	if _, err := mle.Wilson(0.5, 0, 0.95); err == nil {
		t.Error("Wilson: no error for no values")
	}
}
