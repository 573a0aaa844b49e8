package lclass_test

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// polynomialFit fits a polynomial in x and returns its coefficients from x⁰ on,
// and the residual sum of squares.
func polynomialFit(t *testing.T, x, y []float64, degree int) (coef []float64, rss float64) {
	t.Helper()
	d, err := lclass.RegressionFromMatrix(mat.NewDense(len(x), 1, x), y)
	must(t, d, err)
	φ, err := prepared(d, lclass.Polynomial{Degree: degree})
	m := learn(t, lclass.LinearRegression{Solver: lclass.ClosedForm{}}, must(t, φ, err))
	if m == nil || m.Status.Err() != nil || m.Status.Note != "" {
		t.Fatal(m)
	}
	w, b := m.Line()
	return append([]float64{b}, w...), 2 * total(m, d)
}

// exactFit is the least squares fit of a polynomial in rational arithmetic.
func exactFit(x, y []*big.Rat, degree int) (coef []*big.Rat, rss *big.Rat) {
	p := degree + 1
	a := make([][]*big.Rat, p) // normal equations, and their right side
	for i := range a {
		a[i] = make([]*big.Rat, p+1)
		for j := range a[i] {
			a[i][j] = new(big.Rat)
		}
	}
	powers := make([][]*big.Rat, len(x))
	for row, v := range x {
		power := big.NewRat(1, 1)
		for range p {
			powers[row] = append(powers[row], power)
			power = new(big.Rat).Mul(power, v)
		}
		for i := range p {
			for j := range p {
				a[i][j].Add(a[i][j], new(big.Rat).Mul(powers[row][i], powers[row][j]))
			}
			a[i][p].Add(a[i][p], new(big.Rat).Mul(powers[row][i], y[row]))
		}
	}
	for i := range p {
		inverse := new(big.Rat).Inv(a[i][i])
		for j := range a[i] {
			a[i][j].Mul(a[i][j], inverse)
		}
		for other := range p {
			if other == i {
				continue
			}
			factor := new(big.Rat).Set(a[other][i])
			for j := range a[other] {
				a[other][j].Sub(a[other][j], new(big.Rat).Mul(factor, a[i][j]))
			}
		}
	}
	rss = new(big.Rat)
	for i := range p {
		coef = append(coef, a[i][p])
	}
	for row, v := range y {
		residual := new(big.Rat).Set(v)
		for i, c := range coef {
			residual.Sub(residual, new(big.Rat).Mul(c, powers[row][i]))
		}
		rss.Add(rss, residual.Mul(residual, residual))
	}
	return coef, rss
}

func rationals(v []float64) (r []*big.Rat) {
	for _, x := range v {
		r = append(r, new(big.Rat).SetFloat64(x))
	}
	return r
}

func floats(r []*big.Rat) (v []float64) {
	for _, x := range r {
		f, _ := x.Float64()
		v = append(v, f)
	}
	return v
}

// digits is the least number of digits that got has in common with want, NIST's
// −log₁₀ of the relative error, at most 15.
func digits(got, want []float64) float64 {
	least := 15.0
	for i := range want {
		if e := math.Abs(got[i]/want[i] - 1); e > 0 {
			least = min(least, -math.Log10(e))
		}
	}
	return least
}

// Filip (NIST Statistical Reference Datasets, higher difficulty) is a
// polynomial of degree 10 with a condition number of 1.8e15. Rounding the powers of x to
// float64 alone leaves 7.9 digits of the coefficients, found by solving with
// the rounded powers in rational arithmetic: no solver that is given them in
// float64 can do better. R's lm drops a power with its default tolerance, and
// keeps 8.2 digits with tol = 1e-14; numpy's lstsq and statsmodels' OLS have
// none by default, scikit-learn 5.5, numpy's polyfit 7.8.
func TestFilip(t *testing.T) {
	forNumbers(t)
	var filip struct {
		X, Y, Coef []string
		RSS        string
	}
	readPeers(t, "testdata/filip.json", &filip)
	parse := func(text []string) (r []*big.Rat) {
		for _, s := range text {
			v, ok := new(big.Rat).SetString(s)
			if !ok {
				t.Fatalf("%q is no number", s)
			}
			r = append(r, v)
		}
		return r
	}
	exactX, exactY, certified := parse(filip.X), parse(filip.Y), floats(parse(filip.Coef))
	certifiedRSS := floats(parse([]string{filip.RSS}))
	if len(exactX) != 82 || len(exactY) != 82 || len(certified) != 11 {
		t.Fatalf("%d values of x, %d of y, %d coefficients", len(exactX), len(exactY), len(certified))
	}
	// The data are those that NIST certified, to all the 15 digits it gives.
	coef, rss := exactFit(exactX, exactY, 10)
	if d := digits(floats(coef), certified); d < 14 {
		t.Fatalf("exact coefficients agree with the certified ones to %.1f digits", d)
	}
	if d := digits(floats([]*big.Rat{rss}), certifiedRSS); d < 14 {
		t.Fatalf("exact sum of squares agrees with the certified one to %.1f digits", d)
	}

	x, y := floats(exactX), floats(exactY)
	got, gotRSS := polynomialFit(t, x, y, 10)
	if d := digits(got, certified); d < 7 {
		t.Errorf("%.1f digits of the coefficients, want 7", d)
	}
	// Scores are sums of terms of 1e5, residuals are 3e-3.
	if d := digits([]float64{gotRSS}, certifiedRSS); d < 7 {
		t.Errorf("%.1f digits of the sum of squares, want 7", d)
	}

	// Standardised before, powers are less alike, and the fit keeps its digits.
	data, err := lclass.RegressionFromMatrix(mat.NewDense(82, 1, x), y)
	must(t, data, err)
	standard, err := prepared(data, lclass.Standardize{})
	z := must(t, standard, err).Column(0)
	coef, rss = exactFit(rationals(z), rationals(y), 10)
	got, gotRSS = polynomialFit(t, z, y, 10)
	t.Logf("standardised: %.1f digits of the coefficients, %.1f of the sum of squares", digits(got, floats(coef)), digits([]float64{gotRSS}, floats([]*big.Rat{rss})))
	if d := digits(got, floats(coef)); d < 12 {
		t.Errorf("standardised: %.1f digits of the coefficients, want 12", d)
	}
	if d := digits([]float64{gotRSS}, floats([]*big.Rat{rss})); d < 11 {
		t.Errorf("standardised: %.1f digits of the sum of squares, want 11", d)
	}
}

// Wampler1 to Wampler5 (NIST Statistical Reference Datasets; Wampler 1970) are
// polynomials of degree 5 at 0 … 20 whose coefficients are exact by
// construction: 1, or 10⁻ᵏ for the second, and from the third on a growing
// multiple of residuals that are orthogonal to all powers up to the fifth.
func TestWampler(t *testing.T) {
	forNumbers(t)
	residual := [21]float64{759, -2048, 2048, -2048, 2523, -2048, 2048, -2048, 1838, -2048, 2048,
		-2048, 1838, -2048, 2048, -2048, 2523, -2048, 2048, -2048, 759}
	for k := range 6 {
		var sum float64
		for i, e := range residual {
			sum += e * math.Pow(float64(i), float64(k))
		}
		if sum != 0 {
			t.Fatalf("the residuals are not orthogonal to x^%d: %v", k, sum)
		}
	}
	for _, c := range []struct {
		name        string
		base, noise float64
		want        float64
	}{
		{"Wampler1", 1, 0, 9},
		{"Wampler2", 0.1, 0, 12},
		{"Wampler3", 1, 1, 9},
		{"Wampler4", 1, 100, 8},
		{"Wampler5", 1, 10000, 6},
	} {
		x, y, coef := make([]float64, 21), make([]float64, 21), make([]float64, 6)
		for k := range coef {
			coef[k] = math.Pow(c.base, float64(k))
		}
		for i := range x {
			x[i] = float64(i)
			for k := 5; k >= 0; k-- {
				y[i] = y[i]*c.base*x[i] + 1
			}
			y[i] += c.noise * residual[i]
		}
		got, _ := polynomialFit(t, x, y, 5)
		t.Logf("%s: %.1f digits", c.name, digits(got, coef))
		if d := digits(got, coef); d < c.want {
			t.Errorf("%s: %.1f digits, want %v: %v", c.name, d, c.want, got)
		}
	}
}
