package mle_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass/mle"
)

// gridXYZ is plotter.GridXYZ of gonum.org/v1/plot.
type gridXYZ interface {
	Dims() (c, r int)
	Z(c, r int) float64
	X(c int) float64
	Y(r int) float64
}

var _ gridXYZ = (*mle.Surface)(nil)

func surface(t *testing.T, f mle.Family, x []float64, axes ...mle.Axis) *mle.Surface {
	t.Helper()
	s, err := mle.NewSurface(f, x, axes...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSurfaceIsTheLikelihood(t *testing.T) {
	x := families["normal"].sample
	best, err := mle.FitNormal(x)
	if err != nil {
		t.Fatal(err)
	}
	s := surface(t, best, x, mle.Axis{Min: 0, Max: 6, Points: 4}, mle.Axis{Parameter: 1, Min: -1, Max: 5, Points: 7})
	if c, r := s.Dims(); c != 4 || r != 7 {
		t.Fatalf("%d columns, %d rows", c, r)
	}
	if strings.Join(s.Names, " ") != "μ σ" {
		t.Errorf("names %v", s.Names)
	}
	relative := s.Relative()
	for c := range 4 {
		near(t, "μ", s.X(c), float64(2*c), 1e-15)
		for r := range 7 {
			near(t, "σ", s.Y(r), float64(r-1), 1e-15)
			want := mle.Normal{Mu: s.X(c), Sigma: s.Y(r)}.LogLikelihood(x)
			if s.Y(r) <= 0 {
				want = -inf
			}
			if got := s.Z(c, r); got != want || s.L(s.X(c), s.Y(r)) != want {
				t.Errorf("l(%v, %v) = %v, want %v", s.X(c), s.Y(r), got, want)
			}
			if got := relative.Z(c, r); got != want-best.LogLikelihood(x) || relative.L(s.X(c), s.Y(r)) != got {
				t.Errorf("l(%v, %v) is %v below the top, want %v", s.X(c), s.Y(r), got, want)
			}
		}
	}
	near(t, "top", s.Top, best.LogLikelihood(x), 0)
	near(t, "top", s.L(best.Mu, best.Sigma), s.Top, 0)
	near(t, "relative top", relative.Top, 0, 0)
	near(t, "relative top", relative.Relative().L(best.Mu, best.Sigma), 0, 0)
	panics(t, "L of one parameter", func() { s.L(1) })
}

// The axes go 4 standard errors to both sides, or to where the parameter ends,
// and the fit lies in the middle.
func TestSurfaceRanges(t *testing.T) {
	var many []float64
	for range 20 {
		many = append(many, families["normal"].sample...)
	}
	for _, c := range []struct {
		family    string
		x         []float64
		low, high float64 // of the last parameter
	}{
		{"normal", many, math.Sqrt(6) * (1 - 4/math.Sqrt(200)), math.Sqrt(6) * (1 + 4/math.Sqrt(200))},
		{"normal", families["normal"].sample, 0, math.Sqrt(6) * (1 + 4/math.Sqrt(10))},
		{"poisson", families["poisson"].sample, 0, 2.8 + 4*math.Sqrt(2.8/5)},
		{"bernoulli", families["bernoulli"].sample, 0, 1},
		{"exponential", families["exponential"].sample, 0, 4 / 4.5 * 3},
		{"binomial", families["binomial"].sample, 0.25 - 4*math.Sqrt(0.25*0.75/48), 0.25 + 4*math.Sqrt(0.25*0.75/48)},
	} {
		fitted, err := families[c.family].fit(c.x)
		if err != nil {
			t.Fatal(err)
		}
		f := fitted.(mle.Family)
		s := surface(t, f, c.x)
		columns, rows := s.Dims()
		at, n := s.X, columns
		if len(f.Parameters()) == 2 {
			at, n = s.Y, rows
		} else if rows != 1 || s.Y(0) != 0 {
			t.Errorf("%s: %d rows, the first at %v", c.family, rows, s.Y(0))
		}
		if n != 61 {
			t.Errorf("%s: %d points", c.family, n)
		}
		near(t, c.family+" low", at(0), c.low, 1e-12)
		near(t, c.family+" high", at(n-1), c.high, 1e-12)
		for column := range columns {
			for row := range rows {
				if z := s.Z(column, row); z > s.Top+1e-12 || math.IsNaN(z) {
					t.Errorf("%s: l = %v at %v, %v, the top is %v", c.family, z, s.X(column), s.Y(row), s.Top)
				}
			}
		}
	}
}

// Without a standard error the range is where l has fallen by 8.
func TestSurfaceRangesWithoutStdErr(t *testing.T) {
	zeros := make([]float64, 20)
	s := surface(t, mle.Poisson{}, zeros)
	near(t, "low λ", s.X(0), 0, 0)
	near(t, "high λ", s.X(60), 8./20, 1e-9) // l = −20λ
	s = surface(t, mle.Bernoulli{}, zeros)
	near(t, "high p", s.X(60), 1-math.Exp(-8./20), 1e-9) // l = 20 log(1 − p)

	x := draw(25, standardNormal)
	f, err := densities["laplace"].Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	s = surface(t, f, x)
	for _, end := range []float64{s.X(0), s.X(60)} {
		near(t, "l at the end of the axis", s.L(end, f.Theta[1]), s.Top-8, 1e-6)
	}
	for _, end := range []float64{s.Y(0), s.Y(60)} {
		near(t, "l at the end of the axis", s.L(f.Theta[0], end), s.Top-8, 1e-6)
	}
}

func TestSurfaceOfOneOrTwoOfMore(t *testing.T) {
	c := readPeers(t, "testdata/density.json")[5]
	f := fit(t, c.Distribution, densities[c.Distribution], c.X)
	s := surface(t, f, c.X, mle.Axis{Parameter: 2}, mle.Axis{Parameter: 0, Points: 5})
	if strings.Join(s.Names, " ") != "ν μ" {
		t.Errorf("names %v", s.Names)
	}
	near(t, "middle", s.Y(2), f.Theta[0], 1e-12)
	near(t, "l", s.L(7, 9), mle.LogLikelihood(f.With(9, f.Theta[1], 7), c.X), 1e-15)
	s = surface(t, f, c.X, mle.Axis{Parameter: 1})
	near(t, "l", s.L(2), mle.LogLikelihood(f.With(f.Theta[0], 2, f.Theta[2]), c.X), 1e-15)
}

// The quantiles of χ² (scipy.stats.chi2.ppf): with one degree of freedom
// 3.841458820694124 for 95 %, with two 5.991464547107979.
func TestSurfaceLevel(t *testing.T) {
	x := families["normal"].sample
	best, err := mle.FitNormal(x)
	if err != nil {
		t.Fatal(err)
	}
	two, one := surface(t, best, x), surface(t, best, x, mle.Axis{})
	for _, c := range []struct {
		s    *mle.Surface
		want float64
	}{
		{two, two.Top - 5.991464547107979/2}, {one, one.Top - 3.841458820694124/2}, {two.Relative(), -5.991464547107979 / 2},
	} {
		got, err := c.s.Level(0.95)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "level", got, c.want, 1e-14)
	}
	if _, err := two.Level(95); err == nil {
		t.Error("no error for a confidence of 95")
	}
}

func TestSurfaceErrors(t *testing.T) {
	x, n := []float64{1, 2, 4}, mle.Normal{Mu: 2, Sigma: 1}
	student := fit(t, "student", densities["student"], readPeers(t, "testdata/density.json")[5].X)
	flat, err := mle.Density{Log: func(theta []float64, x float64) float64 { return -1 }, Start: []float64{1}}.Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		f    mle.Family
		axes []mle.Axis
		want error
	}{
		"categorical":      {mle.Categorical{P: []float64{0.5, 0.5}}, nil, &invalid.SettingError{Setting: "Family", Value: mle.Categorical{P: []float64{0.5, 0.5}}}},
		"three parameters": {student, nil, &invalid.SettingError{Setting: "number of axes", Value: 3}},
		"twice":            {n, []mle.Axis{{}, {}}, &invalid.SettingError{Setting: "Axis.Parameter", Value: 0}},
		"no such":          {n, []mle.Axis{{Parameter: 2}}, &invalid.SettingError{Setting: "Axis.Parameter", Value: 2}},
		"negative":         {n, []mle.Axis{{Parameter: -1}}, &invalid.SettingError{Setting: "Axis.Parameter", Value: -1}},
		"reversed":         {n, []mle.Axis{{Min: 1, Max: -1}}, &invalid.SettingError{Setting: "axis of μ", Value: [2]float64{1, -1}}},
		"infinite":         {n, []mle.Axis{{Min: 1, Max: inf}}, &invalid.SettingError{Setting: "axis of μ", Value: [2]float64{1, inf}}},
		"one point":        {n, []mle.Axis{{Parameter: 1, Points: 1}}, &invalid.SettingError{Setting: "Points of the axis of σ", Value: 1}},
		"flat":             {flat, nil, &invalid.SettingError{Setting: "range of θ₁"}},
	} {
		if _, err := mle.NewSurface(c.f, x, c.axes...); !errtest.Is(err, c.want) {
			t.Errorf("%s: %v, want %+v", name, err, c.want)
		}
	}
	if _, err := mle.NewSurface(n, nil); !errors.Is(err, mle.ErrEmpty) {
		t.Errorf("no sample: %v, want ErrEmpty", err)
	}
}
