package lclass_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"linclass/datasets"
	"linclass/lclass"
)

// A peer is an entry of testdata/peers-r.json, made by peers.R with R 4.2.2,
// or of testdata/peers-sklearn.json, made by peers.py with scikit-learn 1.2.1
// and statsmodels 0.13.5: the weights in the order of the features and then
// the bias, and the value of what is minimised or maximised.
type peer struct {
	Name   string
	Lambda float64
	Coef   []float64
	Value  float64
}

func readPeers(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err := json.Unmarshal(must(t, text, err), into); err != nil {
		t.Fatal(err)
	}
}

var irisColumns = []string{"sepal_length", "sepal_width", "petal_length", "petal_width"}

// irisData returns the versicolor and virginica of iris, which overlap, or all.
func irisData(t *testing.T, two bool) *lclass.Data {
	t.Helper()
	df := datasets.Iris()
	if two {
		var rows []int
		for i, s := range df.Col("species").Records() {
			if s != "setosa" {
				rows = append(rows, i)
			}
		}
		df = df.Subset(rows)
	}
	d, err := lclass.FromFrame(df, lclass.Columns{Target: "species", Features: irisColumns})
	return must(t, d, err)
}

func titanicTable(t *testing.T) *lclass.Data {
	t.Helper()
	d, err := lclass.FromFrame(datasets.TitanicTable(), lclass.Columns{Target: "Survived", Weight: "Freq"})
	return must(t, d, err)
}

func irisWidth(t *testing.T) *lclass.Data {
	t.Helper()
	d, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: irisColumns[:3]})
	return must(t, d, err)
}

// total turns the mean loss at the end into the sum over the samples.
func total(m *lclass.Model, d *lclass.Data) float64 {
	n := float64(d.N())
	if weight := d.Weight(); weight != nil {
		n = 0
		for _, s := range weight {
			n += s
		}
	}
	return n * m.Status.Loss
}

func TestUnpenalisedCoefficientsAgreeWithPeers(t *testing.T) {
	var peers []peer
	readPeers(t, "testdata/peers-r.json", &peers)
	var python struct{ Cases []peer }
	readPeers(t, "testdata/peers-sklearn.json", &python)
	peers = append(peers, python.Cases...)
	var compared int
	for _, p := range peers {
		var d *lclass.Data
		var e lclass.Estimator = lclass.Logistic{}
		value := func(m *lclass.Model) float64 { return -total(m, d) } // log-likelihood
		switch p.Name {
		case "iris logistic", "iris statsmodels":
			d = irisData(t, true)
		case "titanic logistic":
			d = titanicTable(t)
		case "iris lm":
			d, e = irisWidth(t), lclass.LinearRegression{}
			value = func(m *lclass.Model) float64 { return 2 * total(m, d) } // sum of squares
		}
		if d == nil || p.Lambda > 0 {
			continue
		}
		compared++
		t.Run(p.Name, func(t *testing.T) {
			m := learn(t, e, d)
			if err := m.Status.Err(); err != nil {
				t.Error(err)
			}
			for i, got := range parameters(m) {
				if math.Abs(got-p.Coef[i]) > 1e-8*math.Abs(p.Coef[i]) {
					t.Errorf("coefficient %d is %.12g, want %.12g", i, got, p.Coef[i])
				}
			}
			if got := value(m); math.Abs(got-p.Value) > 1e-10*math.Abs(p.Value) {
				t.Errorf("value %.14g, want %.14g", got, p.Value)
			}
		})
	}
	if compared != 4 {
		t.Errorf("%d peers compared, want 4", compared)
	}
}

// Penalised objectives are never above scikit-learn's by more than 1e-8 of
// them, with the default solver and its default settings.
func TestPenalisedObjectivesAgreeWithScikitLearn(t *testing.T) {
	var peers struct{ Cases []peer }
	readPeers(t, "testdata/peers-sklearn.json", &peers)
	var compared int
	for _, p := range peers.Cases {
		if p.Lambda == 0 {
			continue
		}
		compared++
		t.Run(fmt.Sprint(p.Name, " ", p.Lambda), func(t *testing.T) {
			l2 := lclass.L2(p.Lambda)
			switch p.Name {
			case "iris logistic":
				checkObjective(t, lclass.Logistic{Penalty: l2}, irisData(t, true), p.Value)
				checkObjective(t, lclass.Logistic{Penalty: l2, Solver: lclass.QuasiNewton{}}, irisData(t, true), p.Value)
			case "iris softmax":
				checkObjective(t, lclass.Softmax{Penalty: l2}, irisData(t, false), p.Value)
			case "digits softmax":
				checkObjective(t, lclass.Softmax{Penalty: l2}, datasets.Digits(), p.Value)
			case "iris ridge":
				m := learn(t, lclass.LinearRegression{Penalty: l2}, irisWidth(t))
				near(t, "coefficients", parameters(m), p.Coef, 1e-10)
			default:
				t.Error("what is this?")
			}
		})
	}
	if compared != 8 {
		t.Errorf("%d peers compared, want 8", compared)
	}
}

func checkObjective(t *testing.T, e lclass.Estimator, d *lclass.Data, want float64) {
	t.Helper()
	m := learn(t, e, d)
	if m.Status.Err() != nil || m.Status.Loss > want*(1+1e-8) || m.Status.Loss < want*(1-1e-6) {
		t.Errorf("%#v: objective %.12g, want %.12g; %v", e, m.Status.Loss, want, m.Status)
	}
}

// R's longley data (Longley 1967) with the coefficients that NIST certifies
// (Statistical Reference Datasets, Longley): condition 5e9 in raw columns.
func TestLongley(t *testing.T) {
	var longley struct {
		X [][]float64
		Y []float64
	}
	readPeers(t, "testdata/longley.json", &longley)
	want := []float64{15.0618722713733, -0.358191792925910e-01, -2.02022980381683, -1.03322686717359, -0.511041056535807e-01, 1829.15146461355, -3482258.63459582}
	d, err := lclass.RegressionFromMatrix(fromRows(longley.X), longley.Y)
	must(t, d, err)
	m := learn(t, lclass.LinearRegression{}, d)
	for i, got := range parameters(m) {
		if math.Abs(got-want[i]) > 1e-10*math.Abs(want[i]) {
			t.Errorf("coefficient %d is %.15g, certified %.15g", i, got, want[i])
		}
	}
}
