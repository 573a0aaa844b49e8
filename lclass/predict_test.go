package lclass_test

import (
	"errors"
	"slices"
	"testing"

	"linclass/lclass"
)

func TestPredictIsPredictOne(t *testing.T) {
	d := irisData(t, false)
	gaussian, err := lclass.QDA{}.Fit(d)
	must(t, gaussian, err)
	for name, m := range map[string]*lclass.Model{
		"Softmax": learn(t, lclass.Softmax{Penalty: lclass.L2(0.01)}, d), "LDA": learn(t, lclass.LDA{}, d), "QDA": gaussian,
	} {
		said, err := m.Predict(d)
		must(t, said, err)
		p, err := m.Proba(d)
		must(t, p, err)
		for i, x := range d.Rows() {
			if k := m.PredictOne(x); said.Class[i] != k || said.Name[i] != m.Classes[k] {
				t.Errorf("%s: sample %d is %d, %q, and alone %d", name, i, said.Class[i], said.Name[i], k)
			}
			near(t, name, p.RawRowView(i), m.ProbaOne(x), 1e-14)
		}
	}
}

func TestPredictRefuses(t *testing.T) {
	d := irisData(t, true)
	m := learn(t, lclass.Logistic{Penalty: lclass.L2(0.1)}, d)
	gaussian, err := lclass.NaiveBayes{}.Fit(d)
	must(t, gaussian, err)
	renamed, err := d.WithFeatures("a", "b", "c", "d")
	must(t, renamed, err)
	for name, m := range map[string]*lclass.Model{"Logistic": m, "NaiveBayes": gaussian, "LinearRegression": learn(t, lclass.LinearRegression{}, irisWidth(t))} {
		var lacks *lclass.ColumnError
		if _, err := m.Predict(renamed); !errors.As(err, &lacks) || !slices.Equal(lacks.Missing, m.Features) || !slices.Equal(lacks.Have, renamed.Features()) {
			t.Errorf("%s: error %v", name, err)
		}
		if _, err := m.Predict(d.Subset(nil)); !errors.Is(err, lclass.ErrNoSamples) {
			t.Errorf("%s: error %v of no samples", name, err)
		}
	}
}
