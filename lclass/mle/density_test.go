package mle_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass/mle"
)

// fit fails the test if the climb does not converge.
func fit(t *testing.T, what string, d mle.Density, x []float64) *mle.DensityFit {
	t.Helper()
	f, err := d.Fit(x)
	if err == nil {
		err = f.Status.Err()
	}
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	return f
}

func TestDensityAgreesWithPeers(t *testing.T) {
	cases := append(readPeers(t, "testdata/density.json"), readPeers(t, "testdata/stderr.json")...)
	var n int
	for _, c := range cases {
		d, ok := densities[c.Distribution]
		if !ok {
			continue
		}
		n++
		f := fit(t, c.Distribution, d, c.X)
		// Theirs are exact, up to statsmodels' numerical maximum and second
		// differences.
		tolTheta, tolSE := 1e-9, 1e-8
		if c.Peer == "statsmodels" {
			tolTheta, tolSE = 1e-6, 1e-5
		}
		what := c.Distribution + " " + c.Peer + " "
		for i, want := range c.Theta {
			near(t, what+"parameter", f.Theta[i]/c.SE[i], want/c.SE[i], tolTheta)
			relative(t, what+"standard error", f.StdErr[i], c.SE[i], tolSE)
		}
		for i, row := range c.Cov {
			for j, want := range row {
				near(t, what+"covariance", f.Cov.At(i, j)/(c.SE[i]*c.SE[j]), want/(c.SE[i]*c.SE[j]), tolSE)
			}
		}
		relative(t, what+"log-likelihood", f.LogLikelihood, c.LogLik, 1e-11)
	}
	if n != 17 {
		t.Errorf("%d cases compared, want 17", n)
	}
}

// The climb finds the closed forms, with their standard errors.
func TestDensityRecoversTheClosedForms(t *testing.T) {
	for name, f := range families {
		d, ok := densities[name]
		if !ok {
			continue
		}
		best := errtest.Must(f.fit(f.sample))
		se := errtest.Must(mle.StdErr(best.(mle.Family), len(f.sample)))
		got := fit(t, name, d, f.sample)
		again := errtest.Must(mle.StdErr(got, len(f.sample)))
		for i, want := range f.parameters(best) {
			relative(t, name, got.Theta[i], want, 1e-9)
			relative(t, name+" standard error", got.StdErr[i], se[i], 1e-9)
			relative(t, name+" standard error, by StdErr", again[i], se[i], 1e-9)
		}
		relative(t, name+" log-likelihood", got.LogLikelihood, mle.LogLikelihood(best, f.sample), 1e-12)
	}
}

// A categorical distribution by its log-odds against class 0.
func TestDensityRecoversCategorical(t *testing.T) {
	x := families["categorical"].sample
	want := errtest.Must(mle.FitCategorical(x, 4))
	softmax := func(theta []float64, k int) float64 {
		sum, z := 1.0, 0.0
		for _, v := range theta {
			sum += math.Exp(v)
		}
		if k > 0 {
			z = theta[k-1]
		}
		return math.Exp(z) / sum
	}
	f := fit(t, "categorical", mle.Density{
		Log:   func(theta []float64, x float64) float64 { return math.Log(softmax(theta, int(x))) },
		Start: make([]float64, 3),
	}, x)
	for k, p := range want.P {
		near(t, "p", softmax(f.Theta, k), p, 1e-9)
	}
}

// The unit of measure of the sample changes nothing but the unit of the
// parameters, wherever the climb starts.
func TestDensityScales(t *testing.T) {
	for name, powers := range scales {
		var x []float64
		for _, c := range append(readPeers(t, "testdata/density.json"), readPeers(t, "testdata/stderr.json")...) {
			if c.Distribution == name {
				x = c.X
				break
			}
		}
		d := densities[name]
		want := fit(t, name, d, x)
		for _, scale := range []float64{1e-9, 1e-6, 1e6, 1e9} {
			scaled := make([]float64, len(x))
			for i, v := range x {
				scaled[i] = scale * v
			}
			e := d
			if len(d.Start) > 2 { // those with several maxima start where they did
				e.Start = slices.Clone(d.Start)
				for i := range e.Start {
					e.Start[i] *= math.Pow(scale, powers[i])
				}
			}
			got := fit(t, name, e, scaled)
			for i, p := range powers {
				unit := math.Pow(scale, p)
				near(t, name+" parameter", got.Theta[i]/unit/want.StdErr[i], want.Theta[i]/want.StdErr[i], 1e-7)
				relative(t, name+" standard error", got.StdErr[i]/unit, want.StdErr[i], 1e-7)
			}
		}
	}
}

// A shift costs digits of the mean only as far as it has none.
func TestDensityShifted(t *testing.T) {
	x := []float64{1e6 + 0.01, 1e6 + 0.02, 1e6 + 0.04, 1e6 + 0.05, 1e6 + 0.08}
	want := errtest.Must(mle.FitNormal(x))
	f := fit(t, "normal", densities["normal"], x)
	near(t, "μ", f.Theta[0], want.Mu, 1e-15)
	relative(t, "σ", f.Theta[1], want.Sigma, 1e-8)
}

func TestDensityWeightIsRepetition(t *testing.T) {
	x, s := []float64{1, 2, 4, 5, 8, -100}, []float64{1, 3, 0.5, 2, 1, 0}
	repeated := []float64{1, 1, 2, 2, 2, 2, 2, 2, 4, 5, 5, 5, 5, 8, 8} // twice
	for _, name := range []string{"normal", "gamma", "weibull", "exponential"} {
		d := densities[name]
		weighted := errtest.Must(d.FitWeighted(x, s)) // a weight of 0: what is impossible does not count
		twice := fit(t, name, d, repeated)
		near(t, "N", weighted.N, 7.5, 0)
		near(t, "N", twice.N, 15, 0)
		near(t, "log-likelihood", 2*weighted.LogLikelihood, twice.LogLikelihood, 1e-12)
		for i := range weighted.Theta {
			relative(t, name, weighted.Theta[i], twice.Theta[i], 1e-8)
			relative(t, name+" standard error", weighted.StdErr[i], twice.StdErr[i]*math.Sqrt2, 1e-8)
		}
	}
}

func TestDensityOrderDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range readPeers(t, "testdata/density.json") {
		d := densities[c.Distribution]
		want := fit(t, c.Distribution, d, c.X)
		x := slices.Clone(c.X)
		r.Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })
		got := fit(t, c.Distribution, d, x)
		for i := range want.Theta {
			near(t, c.Distribution, got.Theta[i]/want.StdErr[i], want.Theta[i]/want.StdErr[i], 1e-8)
			relative(t, c.Distribution+" standard error", got.StdErr[i], want.StdErr[i], 1e-7)
		}
	}
}

// Small samples, large ones, all units, starts far off: each climb ends at
// the top, which is that of a second climb from there.
func TestDensityAlwaysArrives(t *testing.T) {
	generate := map[string]func(r *rand.Rand) float64{
		"normal":   func(r *rand.Rand) float64 { return r.NormFloat64() },
		"gamma":    func(r *rand.Rand) float64 { return r.ExpFloat64() },
		"weibull":  func(r *rand.Rand) float64 { return r.ExpFloat64() },
		"logistic": func(r *rand.Rand) float64 { return math.Log(1/r.Float64() - 1) },
		"beta":     func(r *rand.Rand) float64 { return r.Float64() },
	}
	for name, draw := range generate {
		for seed := range uint64(70) {
			r := rand.New(rand.NewPCG(seed, 7))
			scale := math.Pow(10, float64(r.IntN(13)-6))
			if name == "beta" {
				scale = 1
			}
			x := make([]float64, []int{3, 4, 5, 10, 25, 101, 300}[seed%7])
			for i := range x {
				x[i] = scale * draw(r)
			}
			d := densities[name]
			d.Start = []float64{math.Exp(r.NormFloat64()), math.Exp(r.NormFloat64())}
			f := fit(t, name, d, x)
			d.Start = f.Theta
			again := fit(t, name, d, x)
			near(t, name+" log-likelihood", f.LogLikelihood, again.LogLikelihood, 1e-11)
			for i := range f.Theta {
				near(t, name, f.Theta[i]/f.StdErr[i], again.Theta[i]/f.StdErr[i], 1e-7)
			}
		}
	}
}

// Logistic regression is a density of the number of the row. The peer is the
// same as a Bernoulli distribution for each value of a feature with two.
func TestDensityOfRows(t *testing.T) {
	feature := []float64{0, 0, 0, 0, 0, 1, 1, 1, 1}
	target := []float64{1, 0, 0, 0, 0, 1, 1, 1, 0}
	rows := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}
	f := fit(t, "logistic regression", mle.Density{
		Log: func(theta []float64, row float64) float64 {
			i := int(row)
			return -math.Log1p(math.Exp(-(2*target[i] - 1) * (theta[0]*feature[i] + theta[1])))
		},
		Start: []float64{0, 0}, Names: []string{"w", "b"},
	}, rows)
	logit := func(p float64) float64 { return math.Log(p / (1 - p)) }
	near(t, "b", f.Theta[1], logit(1./5), 1e-9)
	near(t, "w", f.Theta[0], logit(3./4)-logit(1./5), 1e-9)
	near(t, "standard error of b", f.StdErr[1], 1/math.Sqrt(5*0.2*0.8), 1e-9)
	near(t, "standard error of w", f.StdErr[0], math.Sqrt(1/(5*0.2*0.8)+1/(4*0.75*0.25)), 1e-9)
}

func TestDensityGradient(t *testing.T) {
	x := []float64{1, 2, 4, 5, 8, 3, 2.5}
	d := gammaWithGradient(1)
	with := fit(t, "with gradient", d, x)
	d.Gradient = nil
	without := fit(t, "without gradient", d, x)
	near(t, "log-likelihood", with.LogLikelihood, without.LogLikelihood, 1e-12)
	for i := range with.Theta {
		near(t, "parameter", with.Theta[i]/with.StdErr[i], without.Theta[i]/with.StdErr[i], 1e-8)
		relative(t, "standard error", with.StdErr[i], without.StdErr[i], 1e-7)
	}
	s := []float64{1, 2, 0, 1, 1, 1, 1}
	with, without = errtest.Must(gammaWithGradient(1).FitWeighted(x, s)), errtest.Must(d.FitWeighted(x, s))
	relative(t, "weighted", with.Theta[0], without.Theta[0], 1e-7)

	var gradient *invalid.SettingError
	if _, err := gammaWithGradient(1.01).Fit(x); !errors.As(err, &gradient) || gradient.Setting != "Density.Gradient by θ₂" {
		t.Errorf("a gradient that is off by 1 %%: %v", err)
	}
	d.Gradient = func(g, theta []float64, x float64) { g[0], g[1] = math.NaN(), 0 }
	if _, err := d.Fit(x); !errors.As(err, &gradient) || gradient.Setting != "Density.Gradient by θ₁" {
		t.Errorf("a gradient of NaN: %v", err)
	}
}

// A gradient that fails on the way is no reason to go on for ever.
func TestDensityGradientFailsOnTheWay(t *testing.T) {
	f := errtest.Must(mle.Density{
		Log: func(theta []float64, x float64) float64 { return -math.Pow(x-theta[0], 4) },
		Gradient: func(g, theta []float64, x float64) {
			g[0] = 4 * math.Pow(x-theta[0], 3)
			if theta[0] > 0.5 {
				g[0] = math.NaN()
			}
		},
		Start: []float64{-3},
	}.Fit([]float64{1, 2}))
	if f.Status.Outcome != mle.NotConverged || !errors.Is(f.Status.Err(), mle.ErrNotConverged) {
		t.Errorf("%v, want unfinished", f.Status)
	}
}

func TestDensitySteps(t *testing.T) {
	x := families["normal"].sample
	d := densities["normal"]
	best := fit(t, "normal", d, x)
	var n int
	var before mle.DensityStep
	for s, err := range d.Steps(x) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Iteration != n {
			t.Fatalf("step %d is %d", n, s.Iteration)
		}
		normal := mle.Normal{Mu: s.Theta[0], Sigma: s.Theta[1]}
		near(t, "l", s.LogLikelihood, normal.LogLikelihood(x), 1e-13)
		dMu, dSigma := normal.Gradient(x)
		near(t, "∂l/∂μ", s.Gradient[0], dMu, 1e-9)
		near(t, "∂l/∂σ", s.Gradient[1], dSigma, 1e-9)
		if n > 0 && s.LogLikelihood < before.LogLikelihood-1e-12 {
			t.Errorf("l falls to %v in step %d", s.LogLikelihood, n)
		}
		before = s
		n++
	}
	if !slices.Equal(before.Theta, best.Theta) || n != best.Status.Iterations+1 {
		t.Errorf("%d steps end at %v, Fit at %v after %d", n-1, before.Theta, best.Theta, best.Status.Iterations)
	}
	for range d.Steps(x) {
		break
	}
	n = 0
	for _, err := range d.Steps(nil) {
		if n++; !errors.Is(err, mle.ErrEmpty) || n > 1 {
			t.Errorf("step %d of an empty sample: %v", n, err)
		}
	}
	n = 0
	for _, err := range d.Steps([]float64{3, 3}) {
		n++
		if n > 1 && err != nil && !errors.Is(err, mle.ErrUnbounded) {
			t.Error(err)
		}
	}
}

func TestDensityFitIsAFamily(t *testing.T) {
	x := families["normal"].sample
	f := fit(t, "normal", densities["normal"], x)
	want := errtest.Must(mle.FitNormal(x))
	near(t, "log-density", f.LogDensity(3), want.LogDensity(3), 1e-9)
	near(t, "log-density of another", f.Density.At(1, 2).LogDensity(3), mle.Normal{Mu: 1, Sigma: 2}.LogDensity(3), 1e-15)
	if l := f.Density.At(1, -2).LogDensity(3); !math.IsNaN(l) {
		t.Errorf("log-density out of bounds is %v, want NaN", l)
	}
	if p := f.Parameters(); p[0].Name != "θ₁" || p[1] != (mle.Parameter{Name: "θ₂", Value: f.Theta[1]}) {
		t.Errorf("parameters %v", p)
	}
	one := errtest.Must(mle.StdErr(f, 1))
	near(t, "standard error for one value", one[0], want.Sigma, 1e-9)
	if _, err := mle.StdErr(f, 0); err == nil {
		t.Error("no error for no values")
	}
	panics(t, "At of three", func() { f.Density.At(1, 2, 3) })
	if text := f.String(); !strings.HasPrefix(text, "converged after ") || !strings.Contains(text, "θ₂ = 2.44949 ± 0.775") {
		t.Errorf("prints\n%s", text)
	}
}

func TestDensityErrors(t *testing.T) {
	good := []float64{1, 2, 3}
	log := logNormal
	for name, c := range map[string]struct {
		d    mle.Density
		x, s []float64
		want error
	}{
		"no density":         {mle.Density{Start: []float64{0, 1}}, good, nil, &invalid.SettingError{Setting: "Density.Log"}},
		"no start":           {mle.Density{Log: log}, good, nil, &invalid.SettingError{Setting: "Density.Start"}},
		"lower":              {mle.Density{Log: log, Start: []float64{0, 1}, Lower: []float64{0}}, good, nil, &invalid.LengthError{Of: "bounds in Density.Lower", Have: 1, Want: 2}},
		"upper":              {mle.Density{Log: log, Start: []float64{0, 1}, Upper: []float64{0}}, good, nil, &invalid.LengthError{Of: "bounds in Density.Upper", Have: 1, Want: 2}},
		"names":              {mle.Density{Log: log, Start: []float64{0, 1}, Names: []string{"a"}}, good, nil, &invalid.LengthError{Of: "names in Density.Names", Have: 1, Want: 2}},
		"tolerance":          {mle.Density{Log: log, Start: []float64{0, 1}, Tol: -1}, good, nil, &invalid.SettingError{Setting: "Density.Tol", Value: -1.0}},
		"steps":              {mle.Density{Log: log, Start: []float64{0, 1}, MaxIter: -1}, good, nil, &invalid.SettingError{Setting: "Density.MaxIter", Value: -1}},
		"start on a bound":   {mle.Density{Log: log, Start: []float64{0, 0}, Lower: location, Names: []string{"μ", "σ"}}, good, nil, &invalid.SettingError{Setting: "start of σ", Value: 0.0}},
		"start out of reach": {mle.Density{Log: log, Start: []float64{0, 1}, Lower: []float64{2, 3}, Upper: []float64{1, 4}}, good, nil, &invalid.SettingError{Setting: "start of θ₁", Value: 0.0}},
		"start at infinity":  {mle.Density{Log: log, Start: []float64{inf, 1}}, good, nil, &invalid.SettingError{Setting: "start of θ₁", Value: inf}},
		"NaN":                {densities["normal"], []float64{1, math.NaN()}, nil, &mle.ValueError{Index: 1, Value: math.NaN(), Support: "a finite number"}},
		"weights":            {densities["normal"], good, []float64{1}, &invalid.LengthError{Of: "weights", Have: 1, Want: 3}},
		"negative weight":    {densities["normal"], good, []float64{1, -1, 1}, &invalid.SettingError{Setting: "weight 1", Value: -1.0}},
		"infinite weight":    {densities["normal"], good, []float64{1, 1, inf}, &invalid.SettingError{Setting: "weight 2", Value: inf}},
		"impossible value":   {densities["gamma"], []float64{1, 2, -3}, nil, &invalid.SettingError{Setting: "Density.Log of value 2", Value: math.NaN()}},
		"beyond float64":     {densities["laplace"], []float64{1e308, -1e308}, nil, &invalid.SettingError{Setting: "log-likelihood at the start", Value: math.Inf(-1)}},
		"impossible start":   {densities["uniform"], []float64{1, 200}, nil, &invalid.SettingError{Setting: "Density.Log of value 1", Value: math.Inf(-1)}},
	} {
		f, err := c.d.FitWeighted(c.x, c.s)
		if !errtest.Is(err, c.want) {
			t.Errorf("%s: %v, error %v, want %+v", name, f, err, c.want)
		}
	}
	for _, s := range [][]float64{nil, {0, 0, 0}} {
		x := good
		if s == nil {
			x = nil
		}
		if _, err := densities["normal"].FitWeighted(x, s); !errors.Is(err, mle.ErrEmpty) {
			t.Errorf("%v with weights %v: %v, want ErrEmpty", x, s, err)
		}
	}
	var value *mle.ValueError
	if _, err := densities["normal"].Fit([]float64{1, 2, inf}); !errors.As(err, &value) || value.Index != 2 {
		t.Errorf("%v, want a ValueError for value 2", err)
	}
}

// A panic of the density reaches the caller of Fit, wherever on the way it comes.
func TestPanicOfADensityCanBeRecovered(t *testing.T) {
	x := []float64{1, 2, 4, 7}
	var calls, last int
	d := mle.Density{Start: []float64{0, 1}, Lower: []float64{math.Inf(-1), 0}, Log: func(theta []float64, x float64) float64 {
		if calls++; calls == last {
			panic("enough")
		}
		z := (x - theta[0]) / theta[1]
		return -z*z/2 - math.Log(theta[1])
	}}
	fit(t, "whole", d, x)
	for all := calls; last < all; last += len(x) {
		last++
		calls = 0
		panics(t, fmt.Sprintf("at call %d", last), func() { _, _ = d.Fit(x) })
	}
}
