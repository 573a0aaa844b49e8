package mle_test

import (
	"errors"
	"math"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass/mle"
)

func TestAscentReachesTheClosedForm(t *testing.T) {
	samples := map[string][]float64{
		"small":   {1, 2, 4, 5, 8},
		"shifted": {1001, 1002, 1004, 1005, 1008},
		"tiny":    {1e-8, 2e-8, 4e-8, 5e-8, 8e-8},
		"large":   {1e8, 2e8, 4e8, 5e8, 8e8},
		"outlier": {0, 0, 0, 0, 0, 0, 0, 0, 0, 1000},
	}
	for name, x := range samples {
		best := errtest.Must(mle.FitNormal(x))
		for _, eta := range []float64{0, 0.3, 0.5} {
			for _, mu := range []float64{best.Mu, 0, best.Mu - 100*best.Sigma, 1e6} {
				for _, sigma := range []float64{0, best.Sigma, best.Sigma / 1e6, best.Sigma * 1e6, 1e-100} {
					a := mle.Ascent{Start: mle.Normal{Mu: mu, Sigma: sigma}, Eta: eta}
					last, before := mle.Step{}, math.Inf(-1)
					for s, err := range a.Steps(x) {
						if err != nil {
							t.Fatal(err)
						}
						if s.LogLikelihood < before-1e-9*math.Abs(before) {
							t.Errorf("%s, %+v: l falls from %v to %v in step %d", name, a, before, s.LogLikelihood, s.Iteration)
						}
						last, before = s, s.LogLikelihood
					}
					if !(math.Abs(last.Mu-best.Mu) <= 1e-9*best.Sigma && math.Abs(last.Sigma-best.Sigma) <= 1e-9*best.Sigma) {
						t.Errorf("%s, %+v: ends at %v after %d steps, want %v", name, a, last.Normal, last.Iteration, best)
					}
				}
			}
		}
	}
}

// Even a learning rate close to 1, which swings about the top, gets there.
func TestAscentSwings(t *testing.T) {
	x := []float64{1, 2, 4, 5, 8}
	var last mle.Step
	var swings int
	for s, err := range (mle.Ascent{Eta: 0.95}).Steps(x) {
		if err != nil {
			t.Fatal(err)
		}
		if (s.Sigma-math.Sqrt(6))*(last.Sigma-math.Sqrt(6)) < 0 {
			swings++
		}
		last = s
	}
	near(t, "μ", last.Mu, 4, 1e-9)
	near(t, "σ", last.Sigma, math.Sqrt(6), 1e-9)
	if swings < 50 {
		t.Errorf("σ crossed the top %d times, want at least 50", swings)
	}
}

func TestAscentGoesAlongTheGradient(t *testing.T) {
	x := []float64{1, 2, 4, 5, 8}
	var before mle.Step
	for s, err := range (mle.Ascent{Start: mle.Normal{Mu: -10, Sigma: 0.5}, Tol: 1e-3}).Steps(x) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Iteration > 0 {
			step := [2]float64{s.Mu - before.Mu, s.Sigma - before.Sigma}
			length := math.Hypot(step[0], step[1])
			along := (step[0]*before.Gradient[0] + step[1]*before.Gradient[1]) / (length * math.Hypot(before.Gradient[0], before.Gradient[1]))
			near(t, "cosine between step and gradient", along, 1, 1e-9)
			if length > before.Sigma*(1+1e-12) {
				t.Errorf("step %d is %v long, σ only %v", s.Iteration, length, before.Sigma)
			}
		}
		before = s
	}
}

func TestAscentStopsWhenAsked(t *testing.T) {
	x := []float64{1, 2, 4}
	var n int
	for s, err := range (mle.Ascent{MaxIter: 7}).Steps(x) {
		if err != nil || s.Iteration != n {
			t.Fatalf("step %d is %d, error %v", n, s.Iteration, err)
		}
		n++
	}
	if n != 8 {
		t.Errorf("%d points for the start and 7 steps", n)
	}
	for range (mle.Ascent{}).Steps(x) {
		break
	}
}

func TestAscentErrors(t *testing.T) {
	good := []float64{1, 2}
	for name, c := range map[string]struct {
		ascent mle.Ascent
		x      []float64
		want   error
	}{
		"empty":            {want: mle.ErrEmpty},
		"constant":         {x: []float64{3, 3}, want: mle.ErrUnbounded},
		"NaN":              {x: []float64{3, math.NaN()}},
		"negative σ":       {ascent: mle.Ascent{Start: mle.Normal{Sigma: -1}}, x: good},
		"infinite start":   {ascent: mle.Ascent{Start: mle.Normal{Mu: math.Inf(1), Sigma: 1}}, x: good},
		"η too large":      {ascent: mle.Ascent{Eta: 1}, x: good},
		"Tol negative":     {ascent: mle.Ascent{Tol: -1}, x: good},
		"Tol NaN":          {ascent: mle.Ascent{Tol: math.NaN()}, x: good},
		"MaxIter negative": {ascent: mle.Ascent{MaxIter: -1}, x: good},
		"η negative":       {ascent: mle.Ascent{Eta: -0.1}, x: good},
	} {
		var n int
		for _, err := range c.ascent.Steps(c.x) {
			n++
			if err == nil || (c.want != nil && !errors.Is(err, c.want)) {
				t.Errorf("%s: %v, want an error %v", name, err, c.want)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d steps, want the error alone", name, n)
		}
	}
}
