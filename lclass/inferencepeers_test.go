package lclass_test

import (
	"fmt"
	"math"
	"testing"

	"linclass/datasets"
	"linclass/lclass"
)

// An inferencePeer is an entry of testdata/inference-r.json, made by
// inference.R with R 4.2.2, MASS, nnet and boot, or of
// testdata/inference-python.json, made by inference.py with statsmodels 0.13.5
// and mpmath 1.2.1. Not every entry has everything.
type inferencePeer struct {
	Name                 string
	X                    [][]float64
	Class                []int
	Classes, Features    []string
	Y, Weight            []float64
	Coef, SE, Stat, P    []float64
	Covariance, Interval [][]float64
	Profile, Profile90   [][]float64
	MASS                 [][]float64
	N, Residual          float64
	LogLik, Null         float64
	Deviance             float64
	NullDeviance         float64 `json:"null_deviance"`
	AIC, BIC             float64
	McFadden             float64
	R2, Adjusted, Sigma  float64
	F, Test              []float64
}

func inferencePeers(t *testing.T) map[string]inferencePeer {
	t.Helper()
	var list []inferencePeer
	readPeers(t, "testdata/inference-r.json", &list)
	var python struct{ Cases []inferencePeer }
	readPeers(t, "testdata/inference-python.json", &python)
	peers := map[string]inferencePeer{}
	for _, p := range append(list, python.Cases...) {
		peers[p.Name] = p
	}
	return peers
}

func (p inferencePeer) data(t *testing.T) *lclass.Data {
	t.Helper()
	if p.Y != nil {
		d, err := lclass.RegressionFromMatrix(fromRows(p.X), p.Y)
		return must(t, d, err)
	}
	classes := p.Classes
	if classes == nil {
		classes = classNames(1 + maximum(p.Class))
	}
	d, err := lclass.FromMatrix(fromRows(p.X), p.Class, classes)
	must(t, d, err)
	if p.Features != nil {
		d, err = d.WithFeatures(p.Features...)
		must(t, d, err)
	}
	if p.Weight != nil {
		d, err = d.WithWeight(p.Weight)
	}
	return must(t, d, err)
}

func maximum(v []int) int {
	most := v[0]
	for _, x := range v {
		most = max(most, x)
	}
	return most
}

// agree compares numbers relative to each of them. What the peer does not say
// is not compared.
func agree(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if want == nil {
		return
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
		return
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tol*math.Abs(want[i])) {
			t.Errorf("%s: value %d is %.15g, want %.15g, off by %.2g of it", what, i, got[i], want[i], math.Abs(got[i]/want[i]-1))
		}
	}
}

func agreeRows(t *testing.T, what string, got, want [][]float64, tol float64) {
	t.Helper()
	if want == nil {
		return
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d rows, want %d", what, len(got), len(want))
		return
	}
	for i := range want {
		agree(t, fmt.Sprint(what, " ", i), got[i], want[i], tol)
	}
}

// recorded returns the coefficients in the order in which the answers of peers are kept:
// the intercept of each class after its features.
func recorded(s *lclass.Summary) []int {
	var list []int
	scores := len(s.Coefficients)
	if s.Reference != "" {
		scores /= len(s.Classes) - 1
	}
	for first := 0; first < len(s.Coefficients); first += scores {
		for j := range scores {
			if !s.NoIntercept {
				j = (j + 1) % scores
			}
			list = append(list, first+j)
		}
	}
	return list
}

func listOf(s *lclass.Summary, of func(c lclass.Estimate) float64) []float64 {
	list := make([]float64, len(s.Coefficients))
	for i, j := range recorded(s) {
		list[i] = of(s.Coefficients[j])
	}
	return list
}

func value(c lclass.Estimate) float64 { return c.Value }
func se(c lclass.Estimate) float64    { return c.SE }

func intervals(s *lclass.Summary) [][]float64 {
	list := make([][]float64, len(s.Coefficients))
	for i, j := range recorded(s) {
		list[i] = []float64{s.Coefficients[j].Low, s.Coefficients[j].High}
	}
	return list
}

func covariance(s *lclass.Summary) [][]float64 {
	list := make([][]float64, len(s.Covariance))
	for i, row := range recorded(s) {
		for _, column := range recorded(s) {
			list[i] = append(list[i], s.Covariance[row][column])
		}
	}
	return list
}

// check compares all that the peer says but the profile.
func (p inferencePeer) check(t *testing.T, s *lclass.Summary, tol float64) {
	t.Helper()
	agree(t, "coefficients", listOf(s, value), p.Coef, tol)
	agree(t, "standard errors", listOf(s, se), p.SE, tol)
	agree(t, "statistics", listOf(s, func(c lclass.Estimate) float64 { return c.Statistic }), p.Stat, tol)
	agree(t, "p", listOf(s, func(c lclass.Estimate) float64 { return c.P }), p.P, tol)
	agreeRows(t, "covariance", covariance(s), p.Covariance, tol)
	agreeRows(t, "interval", intervals(s), p.Interval, tol)
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"N", s.N, p.N}, {"residual", s.Residual, p.Residual},
		{"log-likelihood", s.LogLikelihood, p.LogLik}, {"null", s.NullLogLikelihood, p.Null},
		{"deviance", s.Deviance, p.Deviance}, {"null deviance", s.NullDeviance, p.NullDeviance},
		{"AIC", s.AIC, p.AIC}, {"BIC", s.BIC, p.BIC}, {"McFadden", s.McFadden, p.McFadden},
		{"R²", s.R2, p.R2}, {"adjusted R²", s.AdjustedR2, p.Adjusted}, {"sigma", s.Sigma, p.Sigma},
	} {
		if c.want != 0 {
			agree(t, c.what, []float64{c.got}, []float64{c.want}, tol)
		}
	}
	if p.F != nil {
		agree(t, "F", []float64{s.Overall.Statistic, s.Overall.DF, s.Overall.Residual, s.Overall.P}, p.F, tol)
	}
}

func summary(t *testing.T, m *lclass.Model, d *lclass.Data, o lclass.SummaryOptions) *lclass.Summary {
	t.Helper()
	s, err := m.Summary(d, o)
	return must(t, s, err)
}

func weighted(t *testing.T, d *lclass.Data, s []float64) *lclass.Data {
	t.Helper()
	w, err := d.WithWeight(s)
	return must(t, w, err)
}

func TestSummaryAgreesWithPeers(t *testing.T) {
	peers := inferencePeers(t)
	iris := irisWidth(t)
	// Newton's own tolerance leaves the eighth digit of a covariance open.
	close := lclass.Logistic{Solver: lclass.Newton{Tol: 1e-13}}
	precise, frequent := peers["iris lm analytic"], peers["iris lm frequency"]
	for _, c := range []struct {
		name string
		e    lclass.Estimator
		d    *lclass.Data
		o    lclass.SummaryOptions
		tol  float64
	}{
		{"titanic", lclass.Logistic{}, titanicTable(t), lclass.SummaryOptions{}, 1e-8},
		{"iris logistic", close, irisData(t, true), lclass.SummaryOptions{}, 1e-8},
		{"breast cancer", lclass.Logistic{}, peers["breast cancer"].data(t), lclass.SummaryOptions{}, 1e-8},
		{"housing", against{lclass.Softmax{}, "Low"}, peers["housing multinom"].data(t), lclass.SummaryOptions{}, 1e-8},
		{"housing multinom", lclass.Softmax{}, peers["housing multinom"].data(t), lclass.SummaryOptions{}, 1e-5},
		{"iris lm", lclass.LinearRegression{}, iris, lclass.SummaryOptions{}, 1e-9},
		{"iris lm", lclass.LinearRegression{Solver: lclass.Newton{}}, iris, lclass.SummaryOptions{}, 1e-9},
		{"iris lm frequency", lclass.LinearRegression{}, weighted(t, iris, frequent.Weight), lclass.SummaryOptions{}, 1e-9},
		{"iris lm analytic", lclass.LinearRegression{}, weighted(t, iris, precise.Weight), lclass.SummaryOptions{PrecisionWeights: true}, 1e-9},
		// Digits that double precision keeps at a condition of 1e5, 1e3 and
		// 1e7 in standardised columns.
		{"ill-conditioned logistic", close, peers["ill-conditioned logistic"].data(t), lclass.SummaryOptions{}, 1e-8},
		{"ill-conditioned softmax", lclass.Softmax{}, peers["ill-conditioned softmax"].data(t), lclass.SummaryOptions{}, 1e-8},
		{"polynomial", lclass.LinearRegression{}, peers["polynomial"].data(t), lclass.SummaryOptions{}, 1e-8},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, ok := peers[c.name]
			if !ok {
				t.Fatal("no such peer")
			}
			p.check(t, summary(t, learn(t, c.e, c.d), c.d, c.o), c.tol)
		})
	}
}

func TestProfileAgreesWithPeers(t *testing.T) {
	peers := inferencePeers(t)
	for _, c := range []struct {
		name string
		e    lclass.Estimator
		d    *lclass.Data
	}{
		{"titanic", lclass.Logistic{}, titanicTable(t)},
		{"iris logistic", lclass.Logistic{}, irisData(t, true)},
		{"housing", lclass.Softmax{}, peers["housing multinom"].data(t)},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := peers[c.name]
			m := learn(t, c.e, c.d)
			s := summary(t, m, c.d, lclass.SummaryOptions{Profile: true})
			agreeRows(t, "profile", intervals(s), p.Profile, 1e-8)
			agreeRows(t, "MASS, by splines", intervals(s), p.MASS, 2e-2)
			if p.Profile90 != nil {
				s := summary(t, m, c.d, lclass.SummaryOptions{Profile: true, Level: 0.9})
				agreeRows(t, "profile of 90 %", intervals(s), p.Profile90, 1e-8)
			}
		})
	}
}

// NIST certifies the standard deviations of the estimates of Longley, too, and
// the residual standard deviation, R² and F (Statistical Reference Datasets).
func TestLongleySummary(t *testing.T) {
	var longley struct {
		X [][]float64
		Y []float64
	}
	readPeers(t, "testdata/longley.json", &longley)
	d, err := lclass.RegressionFromMatrix(fromRows(longley.X), longley.Y)
	must(t, d, err)
	s := summary(t, learn(t, lclass.LinearRegression{}, d), d, lclass.SummaryOptions{})
	agree(t, "standard deviations", listOf(s, se), []float64{
		84.9149257747669, 0.334910077722432e-01, 0.488399681651699, 0.214274163161675, 0.226073200069370, 455.478499142212, 890420.383607373,
	}, 1e-10)
	agree(t, "whole fit", []float64{s.Sigma, s.R2, s.Overall.Statistic, s.Deviance, s.NullDeviance - s.Deviance},
		[]float64{304.854073561965, 0.995479004577296, 330.285339234588, 836424.055505915, 184172401.944494}, 1e-10)
}

func TestLikelihoodRatioAgreesWithR(t *testing.T) {
	peers := inferencePeers(t)
	sub := func(features ...string) *lclass.Data {
		d, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: features})
		return must(t, d, err)
	}
	titanic, err := lclass.FromFrame(datasets.TitanicTable(), lclass.Columns{Target: "Survived", Features: []string{"Sex", "Age"}, Weight: "Freq"})
	must(t, titanic, err)
	large := summary(t, learn(t, lclass.Logistic{}, titanicTable(t)), titanicTable(t), lclass.SummaryOptions{})
	small := summary(t, learn(t, lclass.Logistic{}, titanic), titanic, lclass.SummaryOptions{})
	test, err := lclass.LikelihoodRatio(small, large)
	must(t, test, err)
	agree(t, "titanic", []float64{test.Statistic, test.DF, test.P}, peers["titanic"].Test, 1e-8)

	for name, weight := range map[string][]float64{
		"iris lm": nil, "iris lm analytic": peers["iris lm analytic"].Weight, "iris lm frequency": peers["iris lm frequency"].Weight,
	} {
		var s [2]*lclass.Summary
		for i, d := range []*lclass.Data{sub("petal_length"), irisWidth(t)} {
			if weight != nil {
				d = weighted(t, d, weight)
			}
			s[i] = summary(t, learn(t, lclass.LinearRegression{}, d), d, lclass.SummaryOptions{PrecisionWeights: name == "iris lm analytic"})
		}
		test, err := lclass.FTest(s[0], s[1])
		must(t, test, err)
		agree(t, name, []float64{test.Statistic, test.DF, test.Residual, test.P}, peers[name].Test, 1e-8)
	}
	// statsmodels' test against the intercept alone.
	for name, e := range map[string]lclass.Estimator{"breast cancer": lclass.Logistic{}, "housing": lclass.Softmax{}} {
		p := peers[name]
		d := p
		if name == "housing" {
			d = peers["housing multinom"]
		}
		s := summary(t, learn(t, e, d.data(t)), d.data(t), lclass.SummaryOptions{})
		agree(t, name, []float64{s.Overall.Statistic, s.Overall.DF, s.Overall.P}, p.Test, 1e-8)
	}
}
