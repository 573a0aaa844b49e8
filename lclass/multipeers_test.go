package lclass_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// A multiPeer is an entry of testdata/multi_peers.json, made by multi_peers.py
// with scikit-learn 1.2.1: OneVsRestClassifier, OneVsOneClassifier and
// MultiOutputClassifier of LogisticRegression.
type multiPeer struct {
	Name        string
	Lambda      float64
	Every       int
	Class       []int
	Probability [][]float64
	Score       [][]float64
	Label       [][]float64
	Predicted   [][]float64
	Accuracy    float64
}

func TestReductionsAgreeWithScikitLearn(t *testing.T) {
	forNumbers(t)
	var peers struct{ Cases []multiPeer }
	readPeers(t, "testdata/multi_peers.json", &peers)
	var compared int
	for _, p := range peers.Cases {
		logistic := lclass.Logistic{Penalty: lclass.L2(p.Lambda), Solver: lclass.Newton{Tol: 1e-14}}
		var e lclass.Estimator = lclass.OneVsRest{Of: logistic}
		switch {
		case strings.HasSuffix(p.Name, "one-vs-one"):
			e = lclass.OneVsOne{Of: logistic}
		case !strings.HasSuffix(p.Name, "one-vs-rest"):
			continue
		}
		compared++
		t.Run(fmt.Sprint(p.Name, " ", p.Lambda), func(t *testing.T) {
			d := datasets.Digits()
			if strings.HasPrefix(p.Name, "iris") {
				d = irisData(t, false)
			}
			m := learn(t, e, d)
			if m == nil || m.Status.Err() != nil {
				t.Fatal(m)
			}
			classes, err := m.Predict(d)
			if !slices.Equal(must(t, classes, err).Class, p.Class) {
				t.Error("the classes differ")
			}
			z, err := m.Scores(d)
			must(t, z, err)
			for i, want := range p.Score {
				near(t, "scores", z.RawRowView(i*p.Every), want, 1e-6)
			}
			if p.Probability == nil {
				return
			}
			y, err := m.Proba(d)
			must(t, y, err)
			for i, want := range p.Probability {
				near(t, "probabilities", y.RawRowView(i*p.Every), want, 1e-6)
			}
		})
	}
	if compared != 6 {
		t.Errorf("%d peers compared, want 6", compared)
	}
}

// irisLabels are those of multi_peers.py: a wide petal, a long sepal and not
// versicolor, told from sepal width and petal length.
func irisLabels(t *testing.T, label [][]float64) *lclass.Data {
	t.Helper()
	d, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"sepal_width", "petal_length"}})
	multi, err := must(t, d, err).WithLabels(fromRows(label), []string{"wide", "long", "other"})
	return must(t, multi, err)
}

func TestMultiLabelAgreesWithScikitLearn(t *testing.T) {
	var peers struct{ Cases []multiPeer }
	readPeers(t, "testdata/multi_peers.json", &peers)
	p := peers.Cases[len(peers.Cases)-1]
	d := irisLabels(t, p.Label)
	m, err := lclass.MultiLabel{Penalty: lclass.L2(p.Lambda), Solver: lclass.Newton{Tol: 1e-14}}.Fit(d)
	must(t, m, err)
	y, err := m.Proba(d)
	must(t, y, err)
	predicted, err := m.Predict(d)
	must(t, predicted, err)
	for i, want := range p.Probability {
		near(t, "probabilities", y.RawRowView(i), want, 1e-6)
	}
	if !mat.Equal(predicted.Labels, fromRows(p.Predicted)) {
		t.Error("the labels differ")
	}
	accuracy, err := m.Accuracy(d)
	near(t, "exact matches", []float64{must(t, accuracy, err)}, []float64{p.Accuracy}, 1e-15)
}
