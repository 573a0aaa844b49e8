package mle_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass/mle"
)

func draw(n int, value func(r *rand.Rand) float64) []float64 {
	r := rand.New(rand.NewPCG(1, 1))
	x := make([]float64, n)
	for i := range x {
		x[i] = value(r)
	}
	return x
}

func standardNormal(r *rand.Rand) float64 { return r.NormFloat64() }

// caveat fails the test if the outcome is another one, or if there are
// standard errors all the same.
func caveat(t *testing.T, what string, d mle.Density, x []float64, outcome mle.Outcome, note string) *mle.DensityFit {
	t.Helper()
	f, err := d.Fit(x)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	want := map[mle.Outcome]error{mle.Boundary: mle.ErrBoundary, mle.Flat: mle.ErrFlat, mle.Corner: mle.ErrCorner, mle.NotConverged: mle.ErrNotConverged}[outcome]
	if f.Status.Outcome != outcome || !errors.Is(f.Status.Err(), want) || !strings.Contains(f.Status.String(), note) {
		t.Errorf("%s: %v at %v, want %v: %s", what, f.Status, f.Theta, outcome, note)
	}
	if _, err := mle.StdErr(f, len(x)); !errors.Is(err, want) || f.StdErr != nil || f.Cov != nil {
		t.Errorf("%s: standard errors %v, error %v, want none and %v", what, f.StdErr, err, want)
	}
	for _, v := range append(slices.Clone(f.Theta), f.LogLikelihood) {
		if math.IsNaN(v) {
			t.Errorf("%s: NaN in %v", what, f)
		}
	}
	return f
}

func TestMaximumOnTheEdge(t *testing.T) {
	for name, c := range map[string]struct {
		d    mle.Density
		x    []float64
		want float64
	}{
		"only yes":     {densities["bernoulli"], []float64{1, 1, 1}, 1},
		"only no":      {densities["bernoulli"], []float64{0, 0}, 0},
		"no events":    {densities["poisson"], []float64{0, 0, 0}, 0},
		"upper bound":  {mle.Density{Log: func(theta []float64, x float64) float64 { return -math.Pow(x-theta[0], 2) }, Start: []float64{0}, Upper: []float64{1}}, []float64{3, 4}, 1},
		"both bounds":  {mle.Density{Log: func(theta []float64, x float64) float64 { return -math.Pow(x-theta[0], 2) }, Start: []float64{0}, Lower: []float64{-1}, Upper: []float64{1}}, []float64{-3, -4}, -1},
		"large number": {mle.Density{Log: func(theta []float64, x float64) float64 { return -math.Pow(x-theta[0], 2) }, Start: []float64{2e6}, Lower: []float64{1e6}}, []float64{3, 4}, 1e6},
	} {
		f := caveat(t, name, c.d, c.x, mle.Boundary, "θ₁ = ")
		if f.Theta[0] != c.want {
			t.Errorf("%s: θ = %v, want %v", name, f.Theta[0], c.want)
		}
		at := mle.LogLikelihood(f.Density.At(f.Theta...), c.x)
		if math.IsNaN(at) { // 0·log 0
			at = 0
		}
		near(t, name+": l", f.LogLikelihood, at, 1e-12)
	}
}

// On the edge the other parameters still go to their top.
func TestEdgeOfOneParameter(t *testing.T) {
	x := []float64{1, 2, 4, 5, 8}
	d := mle.Density{
		Log: func(theta []float64, x float64) float64 {
			return logNormal([]float64{theta[0] + theta[2], theta[1]}, x) - theta[2]
		},
		Start: []float64{0, 1, 1}, Lower: []float64{-inf, 0, 0}, Names: []string{"μ", "σ", "δ"},
	}
	f := caveat(t, "an offset that costs", d, x, mle.Boundary, "δ = 0")
	near(t, "μ", f.Theta[0], 4, 1e-8)
	near(t, "σ", f.Theta[1], math.Sqrt(6), 1e-8)
}

// A parameter that starts next to its bound and wants to be on it, until
// another one has moved.
func TestEdgeIsLeftAgain(t *testing.T) {
	f := fit(t, "b = a − 3", mle.Density{
		Log: func(theta []float64, x float64) float64 {
			return -math.Pow(theta[0]-x, 2)/2 - math.Pow(theta[1]-theta[0]+3, 2)/2
		},
		Start: []float64{0, 1e-7}, Lower: []float64{-inf, 0},
	}, []float64{5})
	near(t, "a", f.Theta[0], 5, 1e-8)
	near(t, "b", f.Theta[1], 2, 1e-8)
}

func TestFlat(t *testing.T) {
	x := []float64{1, 2, 4}
	for name, c := range map[string]struct {
		d    mle.Density
		x    []float64
		note string
	}{
		"only the sum counts": {mle.Density{
			Log:   func(theta []float64, x float64) float64 { return -math.Pow(x-theta[0]-theta[1], 2) },
			Start: []float64{1, 0}, Names: []string{"a", "b"},
		}, x, "a common change of a, b"},
		"no role": {mle.Density{
			Log:   func(theta []float64, x float64) float64 { return -math.Pow(x-theta[0], 2) },
			Start: []float64{1, 7}, Names: []string{"a", "b"},
		}, x, "along b"},
		"constant": {mle.Density{Log: func([]float64, float64) float64 { return -1 }, Start: []float64{1}}, x, "along θ₁"},
		"separated classes": {mle.Density{
			Log: func(theta []float64, x float64) float64 {
				return -math.Log1p(math.Exp(-(theta[0]*x + theta[1]) * math.Copysign(1, x-2.5)))
			},
			Start: []float64{0, 0},
		}, x, "θ₁"},
		"degrees of freedom": {densities["student"], draw(100, func(r *rand.Rand) float64 { return 10 + 2*r.Float64() }), "l rises to a limit as ν goes to +Inf"},
	} {
		f := caveat(t, name, c.d, c.x, mle.Flat, c.note)
		if name == "no role" {
			near(t, "b", f.Theta[1], 7, 1e-9)
			near(t, "a", f.Theta[0], 7./3, 1e-9)
		}
	}
}

// The likelihood of the Laplace distribution has its maximum at a median and
// the mean distance from it.
func TestLaplaceIsKinked(t *testing.T) {
	for _, n := range []int{3, 5, 25, 101, 1001} {
		x := draw(n, standardNormal)
		f := caveat(t, "Laplace", densities["laplace"], x, mle.Corner, "")
		sorted := slices.Sorted(slices.Values(x))
		median := sorted[n/2]
		var b float64
		for _, v := range x {
			b += math.Abs(v-median) / float64(n)
		}
		near(t, "median", f.Theta[0], median, 1e-6)
		near(t, "mean distance", f.Theta[1], b, 1e-5)
		near(t, "log-likelihood", f.LogLikelihood, mle.LogLikelihood(f.Density.At(median, b), x), 1e-9)
	}
}

// With an even number of values it is flat between the two in the middle.
func TestLaplaceOfAnEvenNumber(t *testing.T) {
	for _, n := range []int{2, 4, 10, 100, 1000} {
		x := draw(n, standardNormal)
		f := errtest.Must(densities["laplace"].Fit(x))
		if o := f.Status.Outcome; (o != mle.Corner && o != mle.Flat) || f.StdErr != nil {
			t.Errorf("%d values: %v", n, f)
		}
		sorted := slices.Sorted(slices.Values(x))
		if m := f.Theta[0]; !(m >= sorted[n/2-1]-1e-6 && m <= sorted[n/2]+1e-6) {
			t.Errorf("%d values: %v is not between %v and %v", n, m, sorted[n/2-1], sorted[n/2])
		}
	}
}

// The maximum of the uniform distribution is at the largest value, where the
// likelihood jumps to 0.
func TestUniformEnds(t *testing.T) {
	x := draw(50, func(r *rand.Rand) float64 { return 10 * r.Float64() })
	for _, start := range []float64{10, 100, 1e6} {
		d := densities["uniform"]
		d.Start = []float64{start}
		f := caveat(t, "uniform", d, x, mle.Corner, "θ₁")
		relative(t, "end", f.Theta[0], slices.Max(x), 1e-8)
	}
}

// A likelihood that is nowhere but at the start has no slope.
func TestLikelihoodOfAPoint(t *testing.T) {
	caveat(t, "a point", mle.Density{Log: func(theta []float64, x float64) float64 {
		if theta[0] != 1 {
			return -inf
		}
		return -1
	}, Start: []float64{1}}, []float64{1}, mle.Corner, "it ends or jumps at θ₁ = 1")
	caveat(t, "a point among positive numbers", mle.Density{Log: func(theta []float64, x float64) float64 {
		if theta[0] != 1 {
			return -inf
		}
		return -1
	}, Start: []float64{1}, Lower: []float64{0}}, []float64{1}, mle.Corner, "it ends or jumps at θ₁ = 1")
	caveat(t, "a cross", mle.Density{Log: func(theta []float64, x float64) float64 {
		if theta[0] != 0 && theta[1] != 0 {
			return -inf
		}
		return -math.Pow(theta[0]+theta[1]-x, 2)
	}, Start: []float64{0, 0}}, []float64{1}, mle.Corner, "it ends or jumps at θ₂ = 0")
}

func TestUnfinished(t *testing.T) {
	d := densities["normal"]
	d.MaxIter = 3
	f := caveat(t, "three steps", d, []float64{1e6, 2e6, 4e6}, mle.NotConverged, "3 steps were not enough")
	if f.Status.Iterations != 3 {
		t.Errorf("%d steps", f.Status.Iterations)
	}
}

// Digits that the density lacks are no reason to trust the rest.
func TestDensityShortOfDigits(t *testing.T) {
	d := densities["normal"]
	d.Log = func(theta []float64, x float64) float64 { return float64(float32(1000 * logNormal(theta, x))) }
	f := errtest.Must(d.Fit([]float64{1, 2, 4, 5, 8}))
	if f.Status.Outcome == mle.Converged {
		t.Errorf("%v", f)
	}
	near(t, "μ", f.Theta[0], 4, 1e-2)
	near(t, "σ", f.Theta[1], math.Sqrt(6), 1e-2)
}

func TestUnbounded(t *testing.T) {
	for name, c := range map[string]struct {
		d mle.Density
		x []float64
	}{
		"all the same":      {densities["normal"], []float64{3, 3, 3}},
		"all 0":             {densities["normal"], []float64{0, 0}},
		"all 0 exponential": {densities["exponential"], []float64{0, 0}},
		"a line":            {mle.Density{Log: func(theta []float64, x float64) float64 { return theta[0] * x }, Start: []float64{1}}, []float64{1, 2}},
		"infinite density": {mle.Density{
			Log:   func(theta []float64, x float64) float64 { return (theta[0]-1)*math.Log(x) - x - logGamma(theta[0]) },
			Start: []float64{0.5}, Lower: []float64{0},
		}, []float64{0, 1}},
		"a mixture on one value": {func() mle.Density {
			d := densities["mixture"]
			d.Start = []float64{0.1, 0.5, 1e-4, 0, 1}
			return d
		}(), append(draw(50, standardNormal), 0.5)},
	} {
		if f, err := c.d.Fit(c.x); !errors.Is(err, mle.ErrUnbounded) {
			t.Errorf("%s: %v, error %v, want ErrUnbounded", name, f, err)
		}
	}
}

// A mixture of two distributions has two maxima at least, one for each order
// of the two. Which is found depends on the start. From between them, where
// the slope leads to neither, the climb goes to one.
func TestMixtureHasTwoTops(t *testing.T) {
	var x []float64
	for _, c := range readPeers(t, "testdata/density.json") {
		if c.Distribution == "mixture" {
			x = c.X
		}
	}
	d := densities["mixture"]
	one := fit(t, "one", d, x)
	d.Start = []float64{0.5, 4, 1, 0, 1}
	other := fit(t, "other", d, x)
	near(t, "l", one.LogLikelihood, other.LogLikelihood, 1e-12)
	for i, j := range []int{3, 4, 1, 2} {
		near(t, "swapped", one.Theta[i+1], other.Theta[j], 1e-7)
	}
	near(t, "share", one.Theta[0], 1-other.Theta[0], 1e-7)
	d.Start = []float64{0.5, 1, 2, 1, 2}
	saddle := fit(t, "saddle", d, x)
	near(t, "l", saddle.LogLikelihood, one.LogLikelihood, 1e-12)
}

// One in a million has a flat logit, but a top.
func TestRareEvents(t *testing.T) {
	x, s := []float64{0, 1}, []float64{999999, 1}
	f, err := densities["bernoulli"].FitWeighted(x, s)
	if err != nil || f.Status.Err() != nil {
		t.Fatal(err, f)
	}
	relative(t, "p", f.Theta[0], 1e-6, 1e-8)
	relative(t, "standard error", f.StdErr[0], math.Sqrt(1e-6*(1-1e-6)/1e6), 1e-6) // log(1 − p) has 10 digits
	f, err = mle.Density{
		Log:   func(theta []float64, x float64) float64 { return x*theta[0] - math.Log1p(math.Exp(theta[0])) },
		Start: []float64{0},
	}.FitWeighted(x, s)
	if err != nil || f.Status.Err() != nil {
		t.Fatal(err, f)
	}
	near(t, "logit", f.Theta[0], math.Log(1e-6/(1-1e-6)), 1e-9)
	near(t, "standard error", f.StdErr[0], 1/math.Sqrt(1e6*1e-6*(1-1e-6)), 1e-8)
}

func TestOutcomeNames(t *testing.T) {
	for o, want := range map[mle.Outcome]string{mle.Converged: "converged", mle.Boundary: "boundary", mle.Flat: "flat", mle.Corner: "corner", mle.NotConverged: "not converged", 9: "Outcome(9)", -1: "Outcome(-1)"} {
		if o.String() != want {
			t.Errorf("%d is %q, want %q", int(o), o, want)
		}
	}
	if s := (mle.Status{Iterations: 1}).String(); s != "converged after 1 step" {
		t.Errorf("prints %q", s)
	}
}

// Whatever the sample, a climb ends with numbers or an error.
func FuzzDensity(f *testing.F) {
	f.Add(1., 2., 4., 1.)
	f.Add(0., 0., 1e-300, 1e300)
	f.Add(1e308, -1e308, 3., 1e-5)
	f.Add(5e-324, 1., 1e17, 1e10)
	f.Fuzz(func(t *testing.T, a, b, c, start float64) {
		x := []float64{a, b, c}
		for name, d := range densities {
			d.Start = slices.Clone(d.Start)
			d.MaxIter = 60
			if len(d.Start) == 2 {
				d.Start[1] = start
			}
			fit, err := d.Fit(x)
			if err != nil {
				continue
			}
			for _, v := range append(append(slices.Clone(fit.Theta), fit.LogLikelihood), fit.StdErr...) {
				if !(math.Abs(v) <= math.MaxFloat64) {
					t.Errorf("%s of %v: %v", name, x, fit)
				}
			}
			if (fit.StdErr == nil) != (fit.Status.Err() != nil) {
				t.Errorf("%s of %v: standard errors %v and %v", name, x, fit.StdErr, fit.Status)
			}
		}
	})
}
