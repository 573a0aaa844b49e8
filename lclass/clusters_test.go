package lclass_test

import (
	"errors"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// testdata/clusters-r.json was made by clusters.R with R 4.2.2 and sandwich 3.0-2.
func TestLeveragesAndClustersAgreeWithPeers(t *testing.T) {
	var peers []struct {
		Name               string
		Cluster            []float64
		HC2, HC3, CL0, CL1 [][]float64
		P                  []float64 // of CL1
	}
	readPeers(t, "testdata/clusters-r.json", &peers)
	logistic := lclass.Logistic{Solver: lclass.Newton{Tol: 1e-14}}
	data := map[string]*lclass.Data{"iris lm": irisWidth(t), "iris logistic": irisData(t, true), "titanic": repeated(titanicTable(t))}
	if len(peers) != len(data) {
		t.Fatalf("%d peers", len(peers))
	}
	for _, p := range peers {
		t.Run(p.Name, func(t *testing.T) {
			d := data[p.Name]
			var m *lclass.Model
			if p.Name == "iris lm" {
				m = learn(t, lclass.LinearRegression{}, d)
			} else {
				m = learn(t, logistic, d)
			}
			of := func(c lclass.Covariance, clusters []string) *lclass.Summary {
				return summary(t, m, d, lclass.SummaryOptions{Covariance: c, Clusters: clusters})
			}
			agreeRows(t, "HC2", covariance(of(lclass.HC2, nil)), p.HC2, 1e-8)
			agreeRows(t, "HC3", covariance(of(lclass.HC3, nil)), p.HC3, 1e-8)
			labels := make([]string, len(p.Cluster))
			for i, c := range p.Cluster {
				labels[i] = fmt.Sprint(c)
			}
			agreeRows(t, "clusters, HC0", covariance(of(lclass.HC0, labels)), p.CL0, 1e-8)
			s := of(lclass.HC1, labels)
			agreeRows(t, "clusters, HC1", covariance(s), p.CL1, 1e-8)
			agree(t, "p", listOf(s, func(c lclass.Estimate) float64 { return c.P }), p.P, 1e-8)
		})
	}
}

// A cluster for each sample is none, but for the factor M/(M − 1); the two classes of a
// softmax are those of logistic regression; counted rows are repeated ones.
func TestClusters(t *testing.T) {
	d := irisData(t, true)
	each := make([]string, d.N())
	for i := range each {
		each[i] = fmt.Sprint(i)
	}
	logistic, softmax := learn(t, lclass.Logistic{Solver: lclass.Newton{Tol: 1e-14}}, d), learn(t, lclass.Softmax{Solver: lclass.Newton{Tol: 1e-14}}, d)
	n := float64(d.N())
	single := summary(t, logistic, d, lclass.SummaryOptions{Covariance: lclass.HC0})
	apart := summary(t, logistic, d, lclass.SummaryOptions{Covariance: lclass.HC0, Clusters: each})
	for i, row := range covariance(single) {
		for j := range row {
			row[j] *= n / (n - 1)
		}
		agree(t, "clusters of one", covariance(apart)[i], row, 1e-9)
	}
	seven := make([]string, d.N())
	for i := range seven {
		seven[i] = fmt.Sprint(i % 7)
	}
	o := lclass.SummaryOptions{Covariance: lclass.HC1, Clusters: seven}
	agree(t, "softmax", figures(summary(t, softmax, d, o)), figures(summary(t, logistic, d, o)), 1e-7)
	contains(t, summary(t, logistic, d, o).String(), "robust (HC1, 7 clusters)")

	table := titanicTable(t)
	rows := func(d *lclass.Data) []string {
		labels := make([]string, d.N())
		for i := range labels {
			labels[i] = fmt.Sprint(d.Row(i))
		}
		return labels
	}
	many := repeated(table)
	l := lclass.Logistic{Solver: lclass.Newton{Tol: 1e-14}}
	got := summary(t, learn(t, l, table), table, lclass.SummaryOptions{Covariance: lclass.HC1, Clusters: rows(table)})
	want := summary(t, learn(t, l, many), many, lclass.SummaryOptions{Covariance: lclass.HC1, Clusters: rows(many)})
	agree(t, "counted rows", figures(got), figures(want), 1e-8)
	got = summary(t, learn(t, l, table), table, lclass.SummaryOptions{Covariance: lclass.HC3})
	want = summary(t, learn(t, l, many), many, lclass.SummaryOptions{Covariance: lclass.HC3})
	agree(t, "HC3 of counted rows", figures(got), figures(want), 1e-8)
}

func TestClustersRefuse(t *testing.T) {
	d := irisData(t, true)
	m := learn(t, lclass.Logistic{}, d)
	one := make([]string, d.N())
	for _, c := range []struct {
		o    lclass.SummaryOptions
		want error
	}{
		{lclass.SummaryOptions{Clusters: one}, &lclass.SettingError{Setting: "SummaryOptions.Covariance", Value: lclass.Classical}},
		{lclass.SummaryOptions{Clusters: one, Covariance: lclass.HC3}, &lclass.SettingError{Setting: "SummaryOptions.Covariance", Value: lclass.HC3}},
		{lclass.SummaryOptions{Clusters: one, Covariance: lclass.HC1}, &lclass.SettingError{Setting: "number of SummaryOptions.Clusters", Value: 1}},
		{lclass.SummaryOptions{Clusters: one[1:], Covariance: lclass.HC1}, &invalid.LengthError{Of: "labels in SummaryOptions.Clusters", Have: 99, Want: 100}},
	} {
		fails(t, failure(m.Summary(d, c.o)), c.want)
	}
	three := irisData(t, false)
	fails(t, failure(learn(t, lclass.Softmax{}, three).Summary(three, lclass.SummaryOptions{Covariance: lclass.HC2})), &lclass.SettingError{Setting: "SummaryOptions.Covariance", Value: lclass.HC2})

	// The last sample alone determines the weight of the feature.
	lone, err := lclass.RegressionFromMatrix(mat.NewDense(4, 1, []float64{0, 0, 0, 1}), []float64{1, 2, 4, 7})
	must(t, lone, err)
	_, err = learn(t, lclass.LinearRegression{}, lone).Summary(lone, lclass.SummaryOptions{Covariance: lclass.HC3})
	if !errors.Is(err, lclass.ErrNoResidual) {
		t.Errorf("error %v, want ErrNoResidual", err)
	}
	fails(t, err, lclass.ErrNoResidual)
}
