package lclass_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// offsetData are 40 rows whose features are multiples of 2⁻⁸ about at, which
// float64 holds exactly up to 1e12.
func offsetData(at float64) (x *mat.Dense, y []float64, class []int) {
	rng := rand.New(rand.NewPCG(7, 1))
	x = mat.NewDense(40, 2, nil)
	for i := range 40 {
		a, b := math.Round(256*rng.NormFloat64())/256, math.Round(256*rng.NormFloat64())/256
		x.SetRow(i, []float64{at + a, at/2 - b})
		e := rng.NormFloat64()
		y = append(y, a-2*b+0.1*e)
		c := 0
		if a+b+e > 0 {
			c = 1
		}
		class = append(class, c)
	}
	return x, y, class
}

// exactScore returns w·x + b for the row i without rounding until the end.
func exactScore(m *lclass.Model, x *mat.Dense, i, k int) float64 {
	exact := func(v float64) *big.Float { return new(big.Float).SetPrec(500).SetFloat64(v) }
	sum := exact(m.B[k])
	for j := range m.Features {
		sum.Add(sum, exact(0).Mul(exact(m.W.At(k, j)), exact(x.At(i, j))))
	}
	v, _ := sum.Float64()
	return v
}

// The loss of the Status is that of W and b as they are returned, whatever the
// offset of the features.
func TestLossOfReturnedWeights(t *testing.T) {
	for _, at := range []float64{0, 1e4, 1e8, 1e11} {
		x, y, class := offsetData(at)
		d, err := lclass.FromMatrix(x, class, []string{"no", "yes"})
		must(t, d, err)
		r, err := lclass.RegressionFromMatrix(x, y)
		must(t, r, err)
		square := func(z, t float64) float64 { return (z - t) * (z - t) / 2 }
		logistic := func(z, t float64) float64 { return math.Log1p(math.Exp(-z * (2*t - 1))) }
		hinge := func(z, t float64) float64 { return math.Max(0, 1-z*(2*t-1)) }
		for name, c := range map[string]struct {
			e    lclass.Estimator
			d    *lclass.Data
			t    func(i int) float64
			loss func(z, t float64) float64
		}{
			"LinearRegression":     {lclass.LinearRegression{}, r, func(i int) float64 { return y[i] }, square},
			"regression by Newton": {lclass.LinearRegression{Solver: lclass.Newton{}}, r, func(i int) float64 { return y[i] }, square},
			"RegressionClassifier": {lclass.RegressionClassifier{}, d, func(i int) float64 { return 2*float64(class[i]) - 1 }, square},
			"Logistic":             {lclass.Logistic{}, d, func(i int) float64 { return float64(class[i]) }, logistic},
			"QuasiNewton":          {lclass.Logistic{Solver: lclass.QuasiNewton{}}, d, func(i int) float64 { return float64(class[i]) }, logistic},
			"LinearSVM":            {lclass.LinearSVM{Penalty: lclass.L2(1e-2)}, d, func(i int) float64 { return float64(class[i]) }, hinge},
			"LDA":                  {lclass.LDA{}, d, func(i int) float64 { return float64(class[i]) }, logistic},
		} {
			m := learn(t, c.e, c.d)
			if m == nil {
				continue
			}
			var want float64
			for i := range 40 {
				want += c.loss(exactScore(m, x, i, 0), c.t(i)) / 40
			}
			w := mat.Norm(m.W, 2)
			want += m.Penalty.Lambda / 2 * w * w
			if off := math.Abs(m.Status.Loss - want); off > 1e-12*want {
				t.Errorf("%s, offset %v: loss %.17g, want %.17g (relative %.2g)", name, at, m.Status.Loss, want, off/want)
			}
			if last := m.History[len(m.History)-1].Loss; last != m.Status.Loss {
				t.Errorf("%s: the history ends with %v, the status has %v", name, last, m.Status.Loss)
			}
		}
	}
}

// σ, R² and standard errors of a regression do not change with an offset that
// the features can be moved by without rounding.
func TestSummaryOfOffsetFeatures(t *testing.T) {
	x, y, class := offsetData(0)
	fit := func(x *mat.Dense, regression bool, o lclass.SummaryOptions) *lclass.Summary {
		d, err := lclass.FromMatrix(x, class, []string{"no", "yes"})
		var e lclass.Estimator = lclass.Logistic{}
		if regression {
			d, err = lclass.RegressionFromMatrix(x, y)
			e = lclass.LinearRegression{}
		}
		s, err := learn(t, e, must(t, d, err)).Summary(d, o)
		return must(t, s, err)
	}
	for _, at := range []float64{1e4, 1e8, 1e10, 1e12} {
		moved, _, _ := offsetData(at)
		for _, o := range []lclass.SummaryOptions{{}, {Covariance: lclass.HC1}} {
			for _, regression := range []bool{true, false} {
				if !regression && at > 1e8 {
					continue // b is too coarse for the solver's certificate
				}
				// Means are rounded to ε·at, which moves weights by the square of that and
				// robust standard errors by as much; for Logistic b is the bound.
				coarse := 4 * 0x1p-52 * at
				tol := map[bool]float64{true: 1e-12, false: 1e-7}[regression]
				loose := tol + coarse*coarse
				if o.Covariance != lclass.Classical {
					loose = tol + coarse
				}
				a, b := fit(x, regression, o), fit(moved, regression, o)
				pairs := map[string][2]float64{
					"log-likelihood": {a.LogLikelihood, b.LogLikelihood}, "deviance": {a.Deviance, b.Deviance},
					"AIC": {a.AIC, b.AIC}, "σ": {a.Sigma, b.Sigma}, "R²": {a.R2, b.R2}, "statistic": {a.Overall.Statistic, b.Overall.Statistic},
				}
				for j := range 2 {
					pairs[fmt.Sprintf("se of w%d", j)] = [2]float64{a.Coefficients[j+1].SE, b.Coefficients[j+1].SE}
					pairs[fmt.Sprintf("w%d", j)] = [2]float64{a.Coefficients[j+1].Value, b.Coefficients[j+1].Value}
				}
				for name, p := range pairs {
					tol := tol
					if name != "log-likelihood" && name != "deviance" && name != "AIC" && name != "σ" && name != "R²" {
						tol = loose
					}
					if math.Abs(p[0]-p[1]) > tol*math.Abs(p[0]) {
						t.Errorf("offset %v, regression %v, %v: %s is %.17g, without the offset %.17g", at, regression, o.Covariance, name, p[1], p[0])
					}
				}
			}
		}
	}
}
