package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// A robustPeer is an entry of testdata/robust-r.json, made by robust.R with R
// 4.2.2, or of testdata/robust-python.json, made by robust.py with statsmodels
// 0.13.5. What is nil is not known.
type robustPeer struct {
	Name         string
	N            float64
	Weight       []float64
	Factor       []float64 // of the classes
	Coef         []float64
	HC0, HC1     [][]float64
	Stat, P      []float64 // of HC1, as the interval of 95 %
	Interval     [][]float64
	Test0, Test1 []float64 // W = 0: statistic, df, for regression residual df, and p
}

func robustPeers(t *testing.T) map[string]robustPeer {
	t.Helper()
	var list []robustPeer
	readPeers(t, "testdata/robust-r.json", &list)
	var python struct{ Cases []robustPeer }
	readPeers(t, "testdata/robust-python.json", &python)
	peers := map[string]robustPeer{}
	for _, p := range append(list, python.Cases...) {
		peers[p.Name] = p
	}
	if len(peers) != 11 {
		t.Fatalf("%d peers, want 11", len(peers))
	}
	return peers
}

func balanced(t *testing.T, d *lclass.Data) *lclass.Data {
	t.Helper()
	b, err := d.Balanced()
	return must(t, b, err)
}

func TestRobustCovariancesAgreeWithPeers(t *testing.T) {
	peers, other := robustPeers(t), inferencePeers(t)
	iris := irisWidth(t)
	logistic := lclass.Logistic{Solver: lclass.Newton{Tol: 1e-14}}
	softmax := lclass.Softmax{Solver: lclass.Newton{Tol: 1e-14}}
	housing := other["housing multinom"].data(t)
	factor := map[string]float64{}
	for k, class := range housing.Classes() {
		factor[class] = peers["housing, weighted classes"].Factor[k]
	}
	weightedHousing, err := housing.WithClassWeight(factor)
	must(t, weightedHousing, err)
	for _, c := range []struct {
		name     string
		e        lclass.Estimator
		d        *lclass.Data
		analytic bool
	}{
		{"titanic", logistic, titanicTable(t), false},
		{"titanic", logistic, repeated(titanicTable(t)), true},
		{"titanic balanced", logistic, balanced(t, titanicTable(t)), false},
		{"titanic balanced", logistic, balanced(t, repeated(titanicTable(t))), false},
		{"titanic balanced", logistic, balanced(t, repeated(titanicTable(t))), true},
		{"titanic analytic", logistic, titanicTable(t), true},
		{"breast cancer", logistic, other["breast cancer"].data(t), false},
		{"housing", softmax, housing, false},
		{"housing, weighted classes", softmax, weightedHousing, false},
		{"iris lm", lclass.LinearRegression{}, iris, false},
		{"iris OLS", lclass.LinearRegression{}, iris, true},
		{"iris lm frequency", lclass.LinearRegression{}, iris, false},
		{"iris lm analytic", lclass.LinearRegression{}, iris, true},
		{"iris WLS", lclass.LinearRegression{}, iris, true},
	} {
		t.Run(fmt.Sprint(c.name, c.analytic), func(t *testing.T) {
			p := peers[c.name]
			d := c.d
			if p.Weight != nil {
				n := p.Weight
				d = weighted(t, d, n)
			}
			m := learn(t, c.e, d)
			s := summary(t, m, d, lclass.SummaryOptions{PrecisionWeights: c.analytic, Covariance: lclass.HC0})
			if s.N != p.N || s.Robust != "HC0" || s.Intervals != "Wald" {
				t.Errorf("N = %v, want %v; robust %q, intervals %q", s.N, p.N, s.Robust, s.Intervals)
			}
			agree(t, "coefficients", listOf(s, value), p.Coef, 1e-8)
			agreeRows(t, "HC0", covariance(s), p.HC0, 1e-8)
			checkTest(t, s, p.Test0)
			s = summary(t, m, d, lclass.SummaryOptions{PrecisionWeights: c.analytic, Covariance: lclass.HC1})
			agreeRows(t, "HC1", covariance(s), p.HC1, 1e-8)
			checkTest(t, s, p.Test1)
			agree(t, "statistics", listOf(s, func(c lclass.Estimate) float64 { return c.Statistic }), p.Stat, 1e-8)
			agree(t, "p", listOf(s, func(c lclass.Estimate) float64 { return c.P }), p.P, 1e-8)
			agreeRows(t, "interval", intervals(s), p.Interval, 1e-8)
		})
	}
}

func checkTest(t *testing.T, s *lclass.Summary, want []float64) {
	t.Helper()
	if want == nil {
		return
	}
	got := []float64{s.Overall.Statistic, s.Overall.DF, s.Overall.P}
	name := "Wald χ²"
	if s.Classes == nil {
		got, name = []float64{s.Overall.Statistic, s.Overall.DF, s.Overall.Residual, s.Overall.P}, "Wald F"
	}
	agree(t, "W = 0", got, want, 1e-8)
	if s.Overall.Name != name {
		t.Errorf("the test is %q, want %q", s.Overall.Name, name)
	}
}

func TestWeightedClassesHaveNoClassicalErrors(t *testing.T) {
	x, class := clouds(120, 2, 3, 1)
	d, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, d, err)
	factor := map[string]float64{"c1": 2.5}
	threeWeighted, err := d.WithClassWeight(factor)
	must(t, threeWeighted, err)
	two, err := threeWeighted.Positive("c1")
	must(t, two, err)
	numeric, err := lclass.FromLabels(x, class)
	must(t, numeric, err)
	renamed, err := two.WithFeatures("a", "b")
	must(t, renamed, err)
	standardised, err := prepared(two, lclass.Standardize{})
	must(t, standardised, err)
	var odd []int
	for i := 1; i < d.N(); i += 2 {
		odd = append(odd, i)
	}
	for name, c := range map[string]struct {
		e lclass.Estimator
		d *lclass.Data
	}{
		"WithClassWeight": {lclass.Softmax{}, threeWeighted},
		"Positive":        {lclass.Logistic{}, two},
		"Balanced":        {lclass.Logistic{}, balanced(t, lclass.Must(d.Positive("c1")))},
		"twice":           {lclass.Logistic{}, balanced(t, two)},
		"Subset":          {lclass.Logistic{}, two.Subset(odd)},
		"WithFeatures":    {lclass.Logistic{}, renamed},
		"Standardize":     {lclass.Logistic{}, standardised},
		"regression":      {lclass.LinearRegression{}, lclass.Must(numeric.WithClassWeight(map[string]float64{"2": 3}))},
	} {
		t.Run(name, func(t *testing.T) {
			m := learn(t, c.e, c.d)
			refuses(t, m, c.d, lclass.ErrWeights, "Covariance", "HC1", "robust", "Bootstrap")
			for _, o := range []lclass.SummaryOptions{{Covariance: lclass.HC0}, {Covariance: lclass.HC1}, {Covariance: lclass.HC1, PrecisionWeights: true}} {
				s := summary(t, m, c.d, o)
				if !s.ClassWeights || s.N != float64(c.d.N()) || s.AIC != 0 || s.BIC != 0 || s.Overall.DF == 0 {
					t.Errorf("%+v", s)
				}
				if text := s.String(); strings.Contains(text, "AIC") || !strings.Contains(text, "of weighted classes") || !strings.Contains(text, "robust ("+s.Robust+")") {
					t.Errorf("prints\n%s", text)
				}
			}
		})
	}

	// Weights of 0 and 1 leave numbers of samples what they are, and new
	// weights are those of the samples again.
	without, err := d.WithClassWeight(map[string]float64{"c2": 0, "c1": 1})
	must(t, without, err)
	without, err = without.Positive("c1")
	must(t, without, err)
	if s := summary(t, learn(t, lclass.Logistic{}, without), without, lclass.SummaryOptions{}); s.ClassWeights || s.N != 80 {
		t.Errorf("N = %v, classes weighted %v", s.N, s.ClassWeights)
	}
	again := weighted(t, two, two.Weight())
	if s := summary(t, learn(t, lclass.Logistic{}, again), again, lclass.SummaryOptions{}); s.ClassWeights {
		t.Error("new weights are still those of classes")
	}
}

// Samples drawn more often from some classes than from others have, for
// logistic regression, the same slopes with weights of classes as without
// (Prentice and Pyke 1979): Bootstrap, which trusts nothing, agrees with the
// sandwich, and classical errors would be off by a factor.
func TestRobustErrorsAgreeWithBootstrap(t *testing.T) {
	forNumbers(t)
	forNumbers(t)
	x, class := clouds(6000, 2, 2, 4)
	var rows []int
	for i, c := range class {
		if c == 0 || i%15 == 1 {
			rows = append(rows, i)
		}
	}
	d := balanced(t, both(t, x, class).Subset(rows))
	m := learn(t, lclass.Logistic{}, d)
	s := summary(t, m, d, lclass.SummaryOptions{Covariance: lclass.HC0})
	b, err := lclass.Bootstrap{Replicates: 400, Seed: 1}.Of(lclass.Logistic{}, d)
	must(t, b, err)
	classical := summary(t, m, weighted(t, d, d.Weight()), lclass.SummaryOptions{})
	for j, c := range s.Coefficients {
		if r := c.SE / b.Coefficients[j].SE; r < 0.9 || r > 1.1 {
			t.Errorf("%s: standard error %v, by bootstrap %v", c.Name, c.SE, b.Coefficients[j].SE)
		}
		if r := classical.Coefficients[j].SE / b.Coefficients[j].SE; r > 0.75 {
			t.Errorf("%s: classical standard error %v, by bootstrap %v", c.Name, classical.Coefficients[j].SE, b.Coefficients[j].SE)
		}
	}
}

// Features in other units, sparse, weights as rows: the same samples have the
// same sandwich.
func TestRobustInvariances(t *testing.T) {
	for _, c := range cases(t)[:3] {
		t.Run(c.name, func(t *testing.T) {
			for _, kind := range []lclass.Covariance{lclass.HC0, lclass.HC1} {
				o := lclass.SummaryOptions{Covariance: kind}
				d := c.d
				if d.Classes() != nil {
					d = lclass.Must(d.WithClassWeight(map[string]float64{"c1": 3}))
				}
				want := summary(t, learn(t, c.e, d), d, o)
				many := repeated(c.d)
				if d.Classes() != nil {
					many = lclass.Must(many.WithClassWeight(map[string]float64{"c1": 3}))
				}
				agree(t, "rows", figures(summary(t, learn(t, c.e, many), many, o)), figures(want), 1e-8)

				o.PrecisionWeights = true
				want = summary(t, learn(t, c.e, d), d, o)
				for _, unit := range []float64{1e-150, 0.1, 1e300} {
					s := c.d.Weight()
					for i := range s {
						s[i] *= unit
					}
					scaled := weighted(t, c.d, s)
					if d.Classes() != nil {
						scaled = lclass.Must(scaled.WithClassWeight(map[string]float64{"c1": 3}))
					}
					got := summary(t, learn(t, c.e, scaled), scaled, o)
					agree(t, "unit of the weights", listOf(got, se), listOf(want, se), 1e-8)
				}

				x := d.Matrix()
				for i := range d.N() {
					x.Set(i, 0, 1e9*x.At(i, 0)+1e12)
					x.Set(i, 1, 1e-9*x.At(i, 1))
				}
				var other *lclass.Data
				var err error
				if d.Classes() == nil {
					other, err = lclass.RegressionFromMatrix(x, d.Y())
				} else {
					other, err = lclass.FromMatrix(x, d.T(), d.Classes())
				}
				other = weighted(t, must(t, other, err), c.d.Weight())
				if d.Classes() != nil {
					other = lclass.Must(other.WithClassWeight(map[string]float64{"c1": 3}))
				}
				got := summary(t, learn(t, c.e, other), other, o)
				for i, w := range want.Coefficients {
					if w.Name != "b" {
						agree(t, w.Name, []float64{got.Coefficients[i].Statistic}, []float64{w.Statistic}, 1e-7)
					}
				}
				agree(t, "W = 0", []float64{got.Overall.Statistic}, []float64{want.Overall.Statistic}, 1e-7)
			}
		})
	}
}

// Two classes of softmax are logistic regression, robust or not.
func TestRobustSoftmaxOfTwo(t *testing.T) {
	d, err := irisData(t, true).WithClassWeight(map[string]float64{"virginica": 3})
	must(t, d, err)
	o := lclass.SummaryOptions{Covariance: lclass.HC1}
	want := summary(t, learn(t, lclass.Logistic{Solver: lclass.Newton{Tol: 1e-14}}, d), d, o)
	got := summary(t, learn(t, lclass.Softmax{Solver: lclass.Newton{Tol: 1e-14}}, d), d, o)
	agree(t, "softmax", figures(got), figures(want), 1e-7)

	// Softmax of two classes has two scores, so a sample has no single leverage.
	m := learn(t, lclass.Softmax{}, irisData(t, true))
	for _, c := range []lclass.Covariance{lclass.HC2, lclass.HC3} {
		refused := &lclass.SettingError{Setting: "SummaryOptions.Covariance", Value: c}
		fails(t, failure(m.Summary(irisData(t, true), lclass.SummaryOptions{Covariance: c})), refused)
		fails(t, failure(m.MarginalEffects(irisData(t, true), lclass.EffectOptions{SummaryOptions: lclass.SummaryOptions{Covariance: c}})), refused)
	}
}

func TestRobustOptions(t *testing.T) {
	d := irisWidth(t)
	m := learn(t, lclass.LinearRegression{}, d)
	for _, c := range []lclass.Covariance{-1, 5} {
		fails(t, failure(m.Summary(d, lclass.SummaryOptions{Covariance: c})), &lclass.SettingError{Setting: "SummaryOptions.Covariance", Value: int(c)})
	}
	fails(t, failure(m.Summary(d, lclass.SummaryOptions{Covariance: lclass.HC0, Profile: true})), &lclass.SettingError{Setting: "SummaryOptions.Profile", Value: true})
	for c, want := range map[lclass.Covariance]string{lclass.Classical: "classical", lclass.HC0: "HC0", lclass.HC1: "HC1", 7: "Covariance(7)"} {
		if c.String() != want {
			t.Errorf("%d prints %q, want %q", int(c), c, want)
		}
	}

	two := irisData(t, true)
	firth := learn(t, lclass.Firth{}, two)
	fails(t, failure(firth.Summary(two, lclass.SummaryOptions{Covariance: lclass.HC0})), &lclass.SettingError{Setting: "SummaryOptions.Covariance", Value: lclass.HC0})
	heavy, err := two.WithClassWeight(map[string]float64{"virginica": 3})
	must(t, heavy, err)
	refuses(t, learn(t, lclass.Firth{}, heavy), heavy, lclass.ErrWeights, "wrong; use the intervals of Bootstrap")

	// No likelihood ratio where the likelihood is not trusted.
	one, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"petal_length"}})
	must(t, one, err)
	large := summary(t, m, d, lclass.SummaryOptions{Covariance: lclass.HC1})
	small := summary(t, learn(t, lclass.LinearRegression{}, one), one, lclass.SummaryOptions{})
	for _, test := range []func(small, large *lclass.Summary) (lclass.Test, error){lclass.LikelihoodRatio, lclass.FTest} {
		if _, err := test(small, large); !errors.Is(err, lclass.ErrNotNested) {
			t.Errorf("error %v", err)
		} else {
			fails(t, err, lclass.ErrNotNested)
		}
	}

	text := lclass.Must(json.Marshal(large))
	var read lclass.Summary
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&read, large) {
		t.Errorf("read back %+v, want %+v", read, *large)
	}
}

// All samples without the feature have the same target: b is that, exactly,
// as far as a sandwich can see.
func TestNoRobustErrorWithoutResiduals(t *testing.T) {
	d, err := lclass.RegressionFromMatrix(mat.NewDense(6, 1, []float64{0, 0, 0, 1, 1, 1}), []float64{5, 5, 5, 7, 8, 10})
	must(t, d, err)
	m := learn(t, lclass.LinearRegression{}, d)
	if s := summary(t, m, d, lclass.SummaryOptions{}); !(s.Coefficients[0].SE > 0.1) {
		t.Errorf("classical standard error %v of b", s.Coefficients[0].SE)
	}
	_, err = m.Summary(d, lclass.SummaryOptions{Covariance: lclass.HC1})
	if !errors.Is(err, lclass.ErrNoResidual) {
		t.Errorf("error %v", err)
	}
	fails(t, err, lclass.ErrNoResidual)
}

// A table of counts with weighted classes is a bootstrap of its samples, not of
// its rows.
func TestBootstrapOfCountsWithWeightedClasses(t *testing.T) {
	forNumbers(t)
	table := balanced(t, titanicTable(t))
	s := summary(t, learn(t, lclass.Logistic{}, table), table, lclass.SummaryOptions{Covariance: lclass.HC0})
	b, err := lclass.Bootstrap{Replicates: 2000, Seed: 2}.Of(lclass.Logistic{}, table)
	must(t, b, err)
	for j, c := range s.Coefficients {
		if r := c.SE / b.Coefficients[j].SE; r < 0.9 || r > 1.1 {
			t.Errorf("%s: standard error %v, by bootstrap %v", c.Name, c.SE, b.Coefficients[j].SE)
		}
		if i := b.Coefficients[j]; math.Abs(i.Low-c.Low) > 0.5*c.SE || math.Abs(i.High-c.High) > 0.5*c.SE {
			t.Errorf("%s: interval [%v, %v], by bootstrap [%v, %v]", c.Name, c.Low, c.High, i.Low, i.High)
		}
	}
}

func TestHC1NeedsSamplesToSpare(t *testing.T) {
	x, class := clouds(40, 2, 2, 3)
	s := make([]float64, 40)
	for i := range s {
		s[i] = 0.05
	}
	d := weighted(t, both(t, x, class), s)
	m := learn(t, lclass.Logistic{}, d)
	_, err := m.Summary(d, lclass.SummaryOptions{Covariance: lclass.HC1})
	fails(t, err, lclass.ErrNoResidual, "N − p, which is -1;")
	if !errors.Is(err, lclass.ErrNoResidual) {
		t.Errorf("error %v", err)
	}
}
