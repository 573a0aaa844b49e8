package lclass_test

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// An interceptPeer is an entry of testdata/intercept-r.json, made by intercept.R, or of
// testdata/intercept-python.json, made by intercept.py: what others say of fits without
// an intercept and with an offset. Not every entry has everything.
type interceptPeer struct {
	Name, Learner     string
	X                 [][]float64
	Y, Weight, Offset []float64
	NoIntercept       bool
	Lambda, Ratio     float64
	Lam               float64 // of L2
	Covariance        string

	Coef, SE, Stat, P      []float64
	Deviance, NullDeviance float64
	LogLik, AIC, BIC       float64
	Residual               float64
	R2, Adjusted, Sigma    float64
	F, Test                []float64
}

func interceptPeers(t *testing.T) []interceptPeer {
	t.Helper()
	var r []interceptPeer
	readPeers(t, "testdata/intercept-r.json", &r)
	var python struct{ Cases []interceptPeer }
	readPeers(t, "testdata/intercept-python.json", &python)
	return append(r, python.Cases...)
}

func (p interceptPeer) data(t *testing.T) *lclass.Data {
	t.Helper()
	x := fromRows(p.X)
	var d *lclass.Data
	var err error
	if p.Learner == "linear" {
		d, err = lclass.RegressionFromMatrix(x, p.Y)
	} else {
		class := make([]int, len(p.Y))
		for i, y := range p.Y {
			class[i] = int(y)
		}
		d, err = lclass.FromMatrix(x, class, classNames(1+maximum(class)))
	}
	must(t, d, err)
	if p.Weight != nil {
		d = weigh(t, d, p.Weight)
	}
	if p.Offset != nil {
		d, err = d.WithOffset(p.Offset)
	}
	return must(t, d, err)
}

func (p interceptPeer) penalty() lclass.Penalty {
	return lclass.Penalty{Lambda: p.Lambda + p.Lam, Ratio: p.Ratio}
}

// solvers are those that solve the problem, to the last digits.
func (p interceptPeer) solvers() []lclass.Solver {
	newton, quasi := lclass.Newton{Tol: 1e-15}, lclass.QuasiNewton{Tol: 1e-18, MaxIter: 10000}
	coordinate := lclass.CoordinateDescent{Tol: 1e-16, MaxIter: 10000}
	switch p.Learner {
	case "Firth":
		return []lclass.Solver{nil}
	case "hinge", "Crammer-Singer":
		return []lclass.Solver{nil, newton, lclass.DualCoordinateDescent{Tol: 1e-13, MaxIter: 200000}}
	}
	if p.Ratio > 0 {
		return []lclass.Solver{nil, coordinate}
	}
	all := []lclass.Solver{nil, newton, quasi, coordinate}
	switch p.Learner {
	case "linear", "regression classifier":
		all = append(all, lclass.ClosedForm{})
	case "squared hinge":
		all = append(all, lclass.DualCoordinateDescent{Tol: 1e-14, MaxIter: 200000})
	}
	return all
}

func (p interceptPeer) learner(s lclass.Solver) lclass.Estimator {
	no := p.NoIntercept
	switch p.Learner {
	case "logistic":
		return lclass.Logistic{Penalty: p.penalty(), Solver: s, NoIntercept: no}
	case "softmax":
		return lclass.Softmax{Penalty: p.penalty(), Solver: s, NoIntercept: no}
	case "linear":
		return lclass.LinearRegression{Penalty: p.penalty(), Solver: s, NoIntercept: no}
	case "regression classifier":
		return lclass.RegressionClassifier{Penalty: p.penalty(), Solver: s, NoIntercept: no}
	case "hinge":
		return lclass.LinearSVM{Penalty: p.penalty(), Solver: s, NoIntercept: no}
	case "squared hinge":
		return lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: p.penalty(), Solver: s, NoIntercept: no}
	case "Crammer-Singer":
		return lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: p.penalty(), Solver: s, NoIntercept: no}
	case "Firth":
		return lclass.Firth{NoIntercept: no}
	}
	panic("no learner " + p.Learner)
}

// coefficients are those of a model as the peers state them.
func (p interceptPeer) coefficients(m *lclass.Model) []float64 {
	if k, _ := m.W.Dims(); k > 1 {
		if p.Lambda+p.Lam == 0 {
			m = lclass.Must(m.Reference(m.Classes[0]))
			return mat.DenseCopyOf(m.W.Slice(1, k, 0, len(m.Features))).RawMatrix().Data
		}
		return m.W.RawMatrix().Data
	}
	w := mat.Row(nil, 0, m.W)
	if !p.NoIntercept {
		w = append(w, m.B[0])
	}
	return w
}

func TestInterceptAgreesWithPeers(t *testing.T) {
	for _, p := range interceptPeers(t) {
		t.Run(p.Name, func(t *testing.T) {
			d := p.data(t)
			for _, s := range p.solvers() {
				// Default tolerances leave the root of them in W, and so does the dual.
				tol := 1e-8
				_, dual := s.(lclass.DualCoordinateDescent)
				if s == nil || dual {
					tol = 1e-5
				}
				m := learn(t, p.learner(s), d)
				near(t, fmt.Sprintf("%T", s), p.coefficients(m), p.Coef, tol)
				if m.NoIntercept != p.NoIntercept || m.Offset != (p.Offset != nil) {
					t.Errorf("NoIntercept %v and Offset %v of the model", m.NoIntercept, m.Offset)
				}
				if p.NoIntercept && mat.Norm(mat.NewVecDense(len(m.B), m.B), 2) != 0 {
					t.Errorf("b = %v without an intercept", m.B)
				}
			}
		})
	}
}

func TestInterceptSummariesAgreeWithPeers(t *testing.T) {
	covariances := map[string]lclass.Covariance{"": lclass.Classical, "HC0": lclass.HC0, "HC1": lclass.HC1}
	for _, p := range interceptPeers(t) {
		if p.SE == nil {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			d := p.data(t)
			var solver lclass.Solver
			if p.Learner != "Firth" && p.Learner != "linear" {
				solver = lclass.Newton{Tol: 1e-15}
			}
			o := lclass.SummaryOptions{Covariance: covariances[p.Covariance], PrecisionWeights: p.Learner == "linear"}
			s, err := learn(t, p.learner(solver), d).Summary(d, o)
			must(t, s, err)
			if s.NoIntercept != p.NoIntercept {
				t.Errorf("NoIntercept = %v of the summary", s.NoIntercept)
			}
			const tol = 1e-8
			agree(t, "coefficients", listOf(s, value), p.Coef, tol)
			agree(t, "standard errors", listOf(s, se), p.SE, tol)
			agree(t, "statistics", listOf(s, func(c lclass.Estimate) float64 { return c.Statistic }), p.Stat, tol)
			agree(t, "p", listOf(s, func(c lclass.Estimate) float64 { return c.P }), p.P, 1e-7)
			for _, c := range []struct {
				what      string
				got, want float64
			}{
				{"deviance", s.Deviance, p.Deviance},
				{"null deviance", s.NullDeviance, p.NullDeviance},
				{"log-likelihood", s.LogLikelihood, p.LogLik},
				{"AIC", s.AIC, p.AIC},
				{"BIC", s.BIC, p.BIC},
				{"residual degrees of freedom", s.Residual, p.Residual},
				{"R²", s.R2, p.R2},
				{"adjusted R²", s.AdjustedR2, p.Adjusted},
				{"σ", s.Sigma, p.Sigma},
			} {
				if c.want != 0 {
					agree(t, c.what, []float64{c.got}, []float64{c.want}, tol)
				}
			}
			if p.F != nil {
				agree(t, "overall", []float64{s.Overall.Statistic, s.Overall.DF, s.Overall.Residual, s.Overall.P}, p.F, 1e-7)
			}
			if p.Test == nil {
				return
			}
			drop, err := lclass.Prepare(d, lclass.Drop(d.Features()[:1]))
			must(t, drop, err)
			small, err := drop.Apply(d)
			must(t, small, err)
			less, err := learn(t, p.learner(solver), small).Summary(small, o)
			must(t, less, err)
			test, err := lclass.LikelihoodRatio(less, s)
			if p.Learner == "linear" {
				test, err = lclass.FTest(less, s)
			}
			must(t, &test, err)
			agree(t, "test", []float64{test.Statistic, test.DF, test.P}, p.Test, 1e-7)
		})
	}
}
