package mle_test

import (
	"errors"
	"math"
	"testing"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass/mle"
)

// For the normal distribution the other parameter is known: given μ, σ² is the
// mean square about it; given σ, μ is the mean.
func TestProfileOfNormal(t *testing.T) {
	x := []float64{1, 2, 4, 5, 8}
	best, err := mle.FitNormal(x)
	if err != nil {
		t.Fatal(err)
	}
	density := fit(t, "normal", densities["normal"], x)
	at := []float64{-10, 1, 4, 4.5, 100}
	for _, f := range []mle.Family{best, density} {
		got, err := mle.Profile(f, x, 0, at)
		if err != nil {
			t.Fatal(err)
		}
		for i, mu := range at {
			var squares float64
			for _, v := range x {
				squares += (v - mu) * (v - mu)
			}
			near(t, "profile of μ", got[i], mle.Normal{Mu: mu, Sigma: math.Sqrt(squares / 5)}.LogLikelihood(x), 1e-12)
		}
		at := []float64{0.5, math.Sqrt(6), 10, -1, 0}
		if got, err = mle.Profile(f, x, 1, at); err != nil {
			t.Fatal(err)
		}
		for i, sigma := range at {
			if sigma <= 0 {
				if got[i] != -inf {
					t.Errorf("profile at σ = %v is %v, want -Inf", sigma, got[i])
				}
				continue
			}
			near(t, "profile of σ", got[i], mle.Normal{Mu: 4, Sigma: sigma}.LogLikelihood(x), 1e-12)
		}
	}
}

// A profile is nowhere below the surface cut at the fit, and has its top there.
func TestProfileIsAboveTheCut(t *testing.T) {
	for _, c := range readPeers(t, "testdata/density.json")[:6] {
		f := fit(t, c.Distribution, densities[c.Distribution], c.X)
		for i := range f.Theta {
			axis := mle.Axis{Parameter: i, Points: 9}
			if c.Distribution == "student" && i == 2 {
				// For ν < 1/(N−1) it has no limit as μ goes to a value and s to 0: the
				// tails of the others fall by ν log s each, the peak rises by −log s.
				axis.Min, axis.Max = 1, 10
			}
			s := surface(t, f, c.X, axis)
			var at []float64
			for j := range 9 {
				at = append(at, s.X(j))
			}
			at = append(at, f.Theta[i])
			got, err := mle.Profile(f, c.X, i, at)
			if err != nil {
				t.Fatal(err)
			}
			for j, l := range got {
				if !(l >= s.L(at[j])-1e-12 && l <= f.LogLikelihood+1e-9) {
					t.Errorf("%s: profile %v at %v, the cut has %v, the top is %v", c.Distribution, l, at[j], s.L(at[j]), f.LogLikelihood)
				}
			}
			near(t, c.Distribution+" top", got[9], f.LogLikelihood, 1e-12)
		}
	}
}

// Near the top it falls by ½ within a standard error.
func TestProfileKnowsTheStdErr(t *testing.T) {
	c := readPeers(t, "testdata/density.json")[0]
	f := fit(t, c.Distribution, densities[c.Distribution], c.X)
	for i, v := range f.Theta {
		h := f.StdErr[i] / 100
		got, err := mle.Profile(f, c.X, i, []float64{v - h, v + h})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "fall", 1e4*(2*f.LogLikelihood-got[0]-got[1]), 1, 1e-3)
	}
}

func TestProfileOfOneParameterIsTheLikelihood(t *testing.T) {
	x := []float64{0, 3, 2, 2, 7}
	got, err := mle.Profile(mle.Poisson{Lambda: 2.8}, x, 0, []float64{1, 2.8, -1})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "l(1)", got[0], mle.LogLikelihood(mle.Poisson{Lambda: 1}, x), 0)
	near(t, "l(2.8)", got[1], mle.LogLikelihood(mle.Poisson{Lambda: 2.8}, x), 0)
	if got[2] != -inf {
		t.Errorf("l(-1) = %v, want -Inf", got[2])
	}
}

// The others may have their maximum on a bound, there and elsewhere.
func TestProfileWithAnotherOnTheEdge(t *testing.T) {
	x := []float64{1, 2, 4, 5, 8}
	d := mle.Density{
		Log: func(theta []float64, x float64) float64 {
			return logNormal([]float64{theta[0] + theta[1], 2}, x) - theta[1]
		},
		Start: []float64{0, 1}, Lower: []float64{-inf, 0},
	}
	f := caveat(t, "an offset that costs", d, x, mle.Boundary, "θ₂ = 0")
	got, err := mle.Profile(f, x, 0, []float64{4, -10})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "at the mean", got[0], f.LogLikelihood, 1e-10)
	// There an offset δ pays: ∂l/∂δ = Σ(xᵢ + 10 − δ)/4 − 5 = 0 at δ = 10.
	near(t, "off the mean", got[1], mle.LogLikelihood(f.With(-10, 10), x), 1e-12)

	d.Log = func(theta []float64, x float64) float64 {
		return logNormal([]float64{theta[0] - theta[1], 2}, x) + theta[1]
	}
	d.Start, d.Lower, d.Upper = []float64{0, -1}, nil, []float64{inf, 0} // the same with −δ
	mirrored, err := mle.Profile(caveat(t, "mirrored", d, x, mle.Boundary, "θ₂ = 0"), x, 0, []float64{4, -10})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mirrored at the mean", mirrored[0], got[0], 1e-10)
	near(t, "mirrored off the mean", mirrored[1], got[1], 1e-12)
}

func TestProfileErrors(t *testing.T) {
	x, n := []float64{1, 2, 4}, mle.Normal{Mu: 2, Sigma: 1}
	if _, err := mle.Profile(n, nil, 0, x); !errors.Is(err, mle.ErrEmpty) {
		t.Errorf("no sample: %v, want ErrEmpty", err)
	}
	for _, i := range []int{-1, 2} {
		if _, err := mle.Profile(n, x, i, x); !errtest.Is(err, &invalid.SettingError{Setting: "parameter", Value: i}) {
			t.Errorf("parameter %d: %v", i, err)
		}
	}
	if _, err := mle.Profile(mle.Categorical{P: []float64{1}}, x, 0, x); !errtest.Is(err, &invalid.SettingError{Setting: "Family", Value: mle.Categorical{P: []float64{1}}}) {
		t.Errorf("categorical: %v", err)
	}
	if _, err := mle.Profile(n, []float64{3, 3}, 0, []float64{3}); !errors.Is(err, mle.ErrUnbounded) {
		t.Errorf("no limit at μ = 3: %v, want ErrUnbounded", err)
	}
}
