package mle_test

import (
	"errors"
	"math"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass/mle"
)

// families lets one test run over all distributions.
var families = map[string]struct {
	fit        func(x []float64) (mle.Distribution, error)
	make       func(p []float64) mle.Distribution
	parameters func(d mle.Distribution) []float64
	sample     []float64
}{
	"normal": {
		fit:        func(x []float64) (mle.Distribution, error) { return mle.FitNormal(x) },
		make:       func(p []float64) mle.Distribution { return mle.Normal{Mu: p[0], Sigma: p[1]} },
		parameters: func(d mle.Distribution) []float64 { n := d.(mle.Normal); return []float64{n.Mu, n.Sigma} },
		sample:     []float64{1, 2, 4, 5, 8},
	},
	"exponential": {
		fit:        func(x []float64) (mle.Distribution, error) { return mle.FitExponential(x) },
		make:       func(p []float64) mle.Distribution { return mle.Exponential{Lambda: p[0]} },
		parameters: func(d mle.Distribution) []float64 { return []float64{d.(mle.Exponential).Lambda} },
		sample:     []float64{0, 0.5, 1, 3},
	},
	"bernoulli": {
		fit:        func(x []float64) (mle.Distribution, error) { return mle.FitBernoulli(x) },
		make:       func(p []float64) mle.Distribution { return mle.Bernoulli{P: p[0]} },
		parameters: func(d mle.Distribution) []float64 { return []float64{d.(mle.Bernoulli).P} },
		sample:     []float64{0, 1, 1, 0, 1},
	},
	"poisson": {
		fit:        func(x []float64) (mle.Distribution, error) { return mle.FitPoisson(x) },
		make:       func(p []float64) mle.Distribution { return mle.Poisson{Lambda: p[0]} },
		parameters: func(d mle.Distribution) []float64 { return []float64{d.(mle.Poisson).Lambda} },
		sample:     []float64{0, 3, 2, 2, 7},
	},
	"binomial": {
		fit:        func(x []float64) (mle.Distribution, error) { return mle.FitBinomial(x, 12) },
		make:       func(p []float64) mle.Distribution { return mle.Binomial{Trials: 12, P: p[0]} },
		parameters: func(d mle.Distribution) []float64 { return []float64{d.(mle.Binomial).P} },
		sample:     []float64{3, 0, 5, 4},
	},
	"categorical": {
		fit:        func(x []float64) (mle.Distribution, error) { return mle.FitCategorical(x, 4) },
		make:       func(p []float64) mle.Distribution { return mle.Categorical{P: p} },
		parameters: func(d mle.Distribution) []float64 { return d.(mle.Categorical).P },
		sample:     []float64{0, 3, 1, 1, 0, 0, 2, 0},
	},
}

// No other parameters on a grid around the closed form explain the sample
// better.
func TestClosedFormBeatsTheGrid(t *testing.T) {
	for name, f := range families {
		if name == "categorical" { // whose parameters sum to 1: see TestCategoricalIsTheBest
			continue
		}
		best := errtest.Must(f.fit(f.sample))
		top := mle.LogLikelihood(best, f.sample)
		p := f.parameters(best)
		var tried int
		for _, a := range []float64{0.5, 0.9, 0.99, 1, 1.01, 1.1, 1.5} {
			for _, b := range []float64{0.5, 0.9, 0.99, 1, 1.01, 1.1, 1.5} {
				q := []float64{p[0] * a}
				if len(p) > 1 {
					q = append(q, p[1]*b)
				} else if b != 1 {
					continue
				}
				if a == 1 && b == 1 {
					continue
				}
				tried++
				if l := mle.LogLikelihood(f.make(q), f.sample); !(l < top) {
					t.Errorf("%s: l(%v) = %v, not below l(%v) = %v", name, q, l, p, top)
				}
			}
		}
		if want := 6 + (len(p)-1)*42; tried != want {
			t.Errorf("%s: tried %d points, want %d", name, tried, want)
		}
	}
}

// The closed forms by hand: 1+2+4+5+8 = 20, squares about 4: 9+4+0+1+16 = 30;
// 0.5+1+3 = 4.5; three ones of five; 0+3+2+2+7 = 14; 12 yes in 4 times 12
// trials; four, two, one and one of eight.
func TestClosedFormByHand(t *testing.T) {
	for name, want := range map[string][]float64{
		"normal":      {4, math.Sqrt(6)},
		"exponential": {4 / 4.5},
		"bernoulli":   {0.6},
		"poisson":     {2.8},
		"binomial":    {0.25},
		"categorical": {0.5, 0.25, 0.125, 0.125},
	} {
		f := families[name]
		d := errtest.Must(f.fit(f.sample))
		for i, got := range f.parameters(d) {
			near(t, name, got, want[i], 1e-15)
		}
	}
}

func TestBadSamples(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		family string
		x      []float64
		want   error // nil: a ValueError that names index
		index  int
	}{
		{family: "normal", want: mle.ErrEmpty},
		{family: "exponential", want: mle.ErrEmpty},
		{family: "bernoulli", want: mle.ErrEmpty},
		{family: "poisson", want: mle.ErrEmpty},
		{family: "binomial", want: mle.ErrEmpty},
		{family: "categorical", want: mle.ErrEmpty},
		{family: "normal", x: []float64{5}, want: mle.ErrUnbounded},
		{family: "normal", x: []float64{0.1, 0.1, 0.1}, want: mle.ErrUnbounded}, // the rounded mean is not 0.1
		{family: "exponential", x: []float64{0, 0}, want: mle.ErrUnbounded},
		{family: "exponential", x: []float64{0, 1e-320}, want: mle.ErrUnbounded},
		{family: "normal", x: []float64{1, nan}, index: 1},
		{family: "normal", x: []float64{1, 2, -inf}, index: 2},
		{family: "exponential", x: []float64{1, -0.5}, index: 1},
		{family: "exponential", x: []float64{inf}, index: 0},
		{family: "exponential", x: []float64{nan}, index: 0},
		{family: "bernoulli", x: []float64{0, 1, 0.5}, index: 2},
		{family: "bernoulli", x: []float64{nan}, index: 0},
		{family: "poisson", x: []float64{1, 1.5}, index: 1},
		{family: "poisson", x: []float64{-1}, index: 0},
		{family: "poisson", x: []float64{inf}, index: 0},
		{family: "binomial", x: []float64{12, 0, 13}, index: 2},
		{family: "binomial", x: []float64{1, 0.5}, index: 1},
		{family: "binomial", x: []float64{-1}, index: 0},
		{family: "binomial", x: []float64{nan}, index: 0},
		{family: "categorical", x: []float64{3, 4}, index: 1},
		{family: "categorical", x: []float64{1, 1.5}, index: 1},
		{family: "categorical", x: []float64{0, -1}, index: 1},
		{family: "categorical", x: []float64{nan}, index: 0},
	} {
		_, err := families[c.family].fit(c.x)
		var value *mle.ValueError
		switch {
		case c.want != nil && !errors.Is(err, c.want):
			t.Errorf("%s of %v: %v, want %v", c.family, c.x, err, c.want)
		case c.want == nil && (!errors.As(err, &value) || value.Index != c.index):
			t.Errorf("%s of %v: %v, want a ValueError for value %d", c.family, c.x, err, c.index)
		}
	}
	for _, f := range []string{"normal", "exponential"} {
		if _, err := families[f].fit([]float64{1, math.MaxFloat64, math.MaxFloat64}); err == nil {
			t.Errorf("%s: no error for a sum beyond float64", f)
		}
	}
	if _, err := mle.FitNormal([]float64{-math.MaxFloat64, math.MaxFloat64}); err == nil {
		t.Error("normal: no error for a range beyond float64")
	}
}

// Neither the size of the numbers nor a shift may cost digits.
func TestFitNormalScales(t *testing.T) {
	for _, c := range []struct{ shift, scale float64 }{{0, 1e-200}, {0, 1e200}, {1 << 40, 1}, {-1 << 40, 1}} {
		var x []float64
		for _, v := range []float64{1, 2, 4, 5, 8} {
			x = append(x, c.shift+c.scale*v)
		}
		n := errtest.Must(mle.FitNormal(x))
		near(t, "μ", n.Mu/c.scale, c.shift/c.scale+4, 1e-14)
		near(t, "σ", n.Sigma/c.scale, math.Sqrt(6), 1e-14)
	}
}

func TestOutsideTheSupport(t *testing.T) {
	for _, c := range []struct {
		d mle.Distribution
		x float64
	}{
		{mle.Exponential{Lambda: 1}, -1},
		{mle.Bernoulli{P: 0.5}, 2},
		{mle.Bernoulli{P: 1}, 0},
		{mle.Bernoulli{P: 0}, 1},
		{mle.Poisson{Lambda: 1}, 0.5},
		{mle.Poisson{Lambda: 1}, -1},
		{mle.Poisson{Lambda: 0}, 1},
		{mle.Binomial{Trials: 3, P: 0.5}, 4},
		{mle.Binomial{Trials: 3, P: 0.5}, -1},
		{mle.Binomial{Trials: 3, P: 0.5}, 0.5},
		{mle.Binomial{Trials: 3, P: 1}, 2},
		{mle.Binomial{Trials: 3, P: 0}, 1},
		{mle.Categorical{P: []float64{0.5, 0.5}}, 2},
		{mle.Categorical{P: []float64{0.5, 0.5}}, -1},
		{mle.Categorical{P: []float64{0.5, 0.5}}, 0.5},
		{mle.Categorical{P: []float64{0, 1}}, 0},
	} {
		if l := c.d.LogDensity(c.x); !math.IsInf(l, -1) {
			t.Errorf("%#v: log-density of %v is %v, want -Inf", c.d, c.x, l)
		}
	}
}

func TestNonsenseParametersAreNaN(t *testing.T) {
	for _, d := range []mle.Distribution{
		mle.Normal{Sigma: 0}, mle.Normal{Sigma: -1}, mle.Exponential{}, mle.Exponential{Lambda: -1},
		mle.Bernoulli{P: -0.1}, mle.Bernoulli{P: 1.1}, mle.Bernoulli{P: math.NaN()}, mle.Poisson{Lambda: -1},
		mle.Binomial{Trials: 0, P: 0.5}, mle.Binomial{Trials: 2, P: -0.1}, mle.Binomial{Trials: 2, P: 1.1}, mle.Binomial{Trials: 2, P: math.NaN()},
		mle.Categorical{}, mle.Categorical{P: []float64{0.5, 0.6}}, mle.Categorical{P: []float64{1.5, -0.5}}, mle.Categorical{P: []float64{1, math.NaN()}},
	} {
		for _, x := range []float64{0, 1} {
			if l := d.LogDensity(x); !math.IsNaN(l) {
				t.Errorf("%#v: log-density of %v is %v, want NaN", d, x, l)
			}
		}
	}
}

// Certain outcomes have probability 1: no 0·log 0.
func TestCertainOutcomes(t *testing.T) {
	for _, c := range []struct {
		d mle.Distribution
		x float64
	}{{mle.Bernoulli{P: 1}, 1}, {mle.Bernoulli{P: 0}, 0}, {mle.Poisson{Lambda: 0}, 0},
		{mle.Binomial{Trials: 5, P: 1}, 5}, {mle.Binomial{Trials: 5, P: 0}, 0}, {mle.Categorical{P: []float64{0, 1}}, 1}} {
		if l := c.d.LogDensity(c.x); l != 0 {
			t.Errorf("%#v: log-probability of %v is %v, want 0", c.d, c.x, l)
		}
	}
}

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
	b := errtest.Must(mle.FitBinomial(x, 1))
	c := errtest.Must(mle.FitBernoulli(x))
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
	best := errtest.Must(mle.FitNormal(x))
	dMu, dSigma := best.Gradient(x)
	near(t, "∂l/∂μ at the top", dMu, 0, 1e-14)
	near(t, "∂l/∂σ at the top", dSigma, 0, 1e-14)
}
