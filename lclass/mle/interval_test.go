package mle_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"testing"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass/mle"
)

// The quantiles of the standard normal distribution: 1.959963984540054 for
// 95 %, 1.6448536269514722 for 90 % (scipy.stats.norm.ppf).
func TestWald(t *testing.T) {
	n := mle.Normal{Mu: 5, Sigma: 2}
	for level, z := range map[float64]float64{0.95: 1.959963984540054, 0.9: 1.6448536269514722} {
		got := errtest.Must(mle.Wald(n, 50, level))
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
		got := errtest.Must(mle.Wilson(float64(c.x)/float64(c.n), c.n, c.level))
		near(t, "low", got.Low, c.low, 1e-14)
		near(t, "high", got.High, c.high, 1e-14)
	}
}

// Its ends are where p is z standard errors away, and they mirror each other.
func TestWilsonSolvesTheScoreEquation(t *testing.T) {
	const z = 1.959963984540054
	for _, p := range []float64{0, 1e-9, 0.1, 0.5, 0.9, 1} {
		for _, n := range []int{1, 7, 1000000} {
			got := errtest.Must(mle.Wilson(p, n, 0.95))
			for _, end := range []float64{got.Low, got.High} {
				if end != p {
					near(t, "distance", math.Abs(p-end)/math.Sqrt(end*(1-end)/float64(n)), z, 1e-6)
				}
			}
			mirrored := errtest.Must(mle.Wilson(1-p, n, 0.95))
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

// peerCase is an entry of testdata/stderr.json, made by testdata/stderr.R with
// R 4.2.2, MASS and survival, or of testdata/density.json, made by
// testdata/density.py with mpmath 1.2.1 and statsmodels 0.13.5.
type peerCase struct {
	Distribution, Peer string
	X, Theta, SE       []float64
	Cov                [][]float64
	LogLik             float64
}

func readPeers(t *testing.T, file string) []peerCase {
	t.Helper()
	text := errtest.Must(os.ReadFile(file))
	var cases []peerCase
	errtest.None(t, json.Unmarshal(text, &cases))
	return cases
}

// relative is near without the mercy for numbers below 1.
func relative(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Abs(want)) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestStdErrAgreesWithR(t *testing.T) {
	var n int
	for _, c := range readPeers(t, "testdata/stderr.json") {
		f, ok := families[c.Distribution]
		if !ok {
			continue // one without a closed form
		}
		n++
		fitted := errtest.Must(f.fit(c.X))
		se := errtest.Must(mle.StdErr(fitted.(mle.Family), len(c.X)))
		for i := range c.SE {
			relative(t, c.Distribution+" parameter", f.parameters(fitted)[i], c.Theta[i], 1e-12)
			relative(t, c.Distribution+" standard error", se[i], c.SE[i], 1e-12)
		}
		relative(t, c.Distribution+" log-likelihood", mle.LogLikelihood(fitted, c.X), c.LogLik, 1e-12)
	}
	if n != len(families) {
		t.Errorf("%d distributions compared, there are %d", n, len(families))
	}
}

// The covariance is the inverse of minus the second derivatives of l.
func TestCovarianceIsTheInverseInformation(t *testing.T) {
	for name, f := range families {
		if name == "categorical" { // whose parameters do not vary one by one
			continue
		}
		best := errtest.Must(f.fit(f.sample))
		cov := errtest.Must(best.(mle.Family).Covariance(len(f.sample)))
		p := f.parameters(best)
		for i := range p {
			h := 1e-3 * p[i]
			at := func(d float64) float64 {
				q := slices.Clone(p)
				q[i] += d
				return mle.LogLikelihood(f.make(q), f.sample)
			}
			information := -(at(h) - 2*at(0) + at(-h)) / (h * h)
			near(t, name+" information × variance", information*cov.At(i, i), 1, 1e-4) // h² and a bit
		}
	}
}

func TestFamilies(t *testing.T) {
	for name, f := range families {
		best := errtest.Must(f.fit(f.sample))
		family := best.(mle.Family)
		var values []float64
		for _, p := range family.Parameters() {
			values = append(values, p.Value)
			if p.Name == "" {
				t.Errorf("%s: a parameter without a name", name)
			}
		}
		if !slices.Equal(values, f.parameters(best)) {
			t.Errorf("%s: parameters %v, want %v", name, values, f.parameters(best))
		}
		for _, n := range []int{0, -1} {
			if _, err := mle.StdErr(family, n); err == nil {
				t.Errorf("%s: no error for %d values", name, n)
			}
		}
		one := errtest.Must(mle.StdErr(family, 1))
		many := errtest.Must(mle.StdErr(family, 10000))
		for i := range one {
			relative(t, name+" in a sample 10000 times as large", many[i], one[i]/100, 1e-15)
		}
	}
}

func panics(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s does not panic", what)
		}
	}()
	f()
}

// The formulas give 0 at the edge, and no NaN.
func TestStdErrAtTheEdge(t *testing.T) {
	for _, c := range []struct {
		f    mle.Family
		want []float64
	}{
		{mle.Bernoulli{P: 0}, []float64{0}},
		{mle.Bernoulli{P: 1}, []float64{0}},
		{mle.Binomial{Trials: 3, P: 1}, []float64{0}},
		{mle.Poisson{Lambda: 0}, []float64{0}},
		{mle.Categorical{P: []float64{1, 0}}, []float64{0, 0}},
		{mle.Categorical{P: []float64{0.5, 0, 0.5}}, []float64{0.05, 0, 0.05}},
	} {
		se := errtest.Must(mle.StdErr(c.f, 100))
		for i := range se {
			near(t, "standard error", se[i], c.want[i], 1e-15)
		}
		if _, err := mle.Wald(c.f, 100, 0.95); !errors.Is(err, mle.ErrBoundary) {
			t.Errorf("%#v: Wald: %v, want ErrBoundary", c.f, err)
		}
	}
}

func TestStdErrOfNonsense(t *testing.T) {
	for _, f := range []mle.Family{
		mle.Normal{}, mle.Normal{Sigma: -1}, mle.Exponential{}, mle.Bernoulli{P: 2}, mle.Binomial{P: 0.5},
		mle.Poisson{Lambda: -1}, mle.Categorical{}, mle.Categorical{P: []float64{1, 1}},
	} {
		if se, err := mle.StdErr(f, 10); err == nil {
			t.Errorf("%#v: standard errors %v and no error", f, se)
		}
	}
	for _, sigma := range []float64{1e-200, 1e200} {
		var setting *invalid.SettingError
		if _, err := mle.StdErr(mle.Normal{Sigma: sigma}, 10); !errors.As(err, &setting) || setting.Setting != "variance" {
			t.Errorf("σ = %v, whose square is beyond float64: %v", sigma, err)
		}
	}
}
