package lclass_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"linclass/datasets"
	"linclass/lclass"
)

func columnNames(t lclass.Table) []string {
	var names []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	return names
}

func TestPredictionsOfClasses(t *testing.T) {
	d := irisData(t, false)
	gaussian, err := lclass.QDA{}.Fit(d)
	must(t, gaussian, err)
	for name, m := range map[string]*lclass.Model{
		"Softmax": learn(t, lclass.Softmax{Penalty: lclass.L2(0.01)}, d), "LDA": learn(t, lclass.LDA{}, d), "QDA": gaussian,
	} {
		table, err := m.Predictions(d)
		must(t, table, err)
		if got := columnNames(table); !slices.Equal(got, []string{"target", "prediction", "P(setosa)", "P(versicolor)", "P(virginica)"}) {
			t.Errorf("%s: columns %q", name, got)
		}
		said, err := m.Predict(d)
		names := must(t, said, err).Name
		if !slices.Equal(names, table.Columns[1].Text) {
			t.Errorf("%s: names %q", name, names)
		}
		for i, x := range d.Rows() {
			if names[i] != d.Classes()[m.PredictOne(x)] || table.Columns[0].Text[i] != d.Classes()[d.T()[i]] {
				t.Errorf("%s: sample %d is %q and said to be %q", name, i, names[i], table.Columns[0].Text[i])
			}
			near(t, name, []float64{table.Columns[2].Number[i], table.Columns[3].Number[i], table.Columns[4].Number[i]}, m.ProbaOne(x), 1e-14)
		}
	}
}

// The names are those of the model, whatever the data call and number theirs;
// data without a target have no column for it.
func TestPredictionsOfOtherData(t *testing.T) {
	two := irisData(t, true)
	m := learn(t, lclass.Perceptron{Epochs: 5}, two)
	bare, err := lclass.FromFrame(datasets.Iris().Drop("species"), lclass.Columns{Features: irisColumns})
	must(t, bare, err)
	table, err := m.Predictions(bare)
	if got := columnNames(must(t, table, err)); !slices.Equal(got, []string{"prediction"}) || table.Len() != 150 {
		t.Errorf("columns %q, %d rows", got, table.Len())
	}
	three, err := m.Predictions(irisData(t, false))
	must(t, three, err)
	if three.Columns[0].Text[0] != "setosa" || !slices.Contains(m.Classes, three.Columns[1].Text[0]) {
		t.Errorf("a setosa is %q and predicted %q", three.Columns[0].Text[0], three.Columns[1].Text[0])
	}
}

func TestPredictionsOfNumbers(t *testing.T) {
	d := irisWidth(t)
	m := learn(t, lclass.LinearRegression{}, d)
	table, err := m.Predictions(d)
	must(t, table, err)
	y, err := m.Predict(d)
	if !slices.Equal(table.Columns[1].Number, must(t, y, err).Number) || !slices.Equal(table.Columns[0].Number, d.Y()) {
		t.Errorf("%v", table)
	}
	bare, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Features: irisColumns[:3]})
	must(t, bare, err)
	table, err = m.Predictions(bare)
	if got := columnNames(must(t, table, err)); !slices.Equal(got, []string{"prediction"}) {
		t.Errorf("columns %q", got)
	}
}

func TestNoPredictions(t *testing.T) {
	d := irisData(t, true)
	m := learn(t, lclass.Logistic{Penalty: lclass.L2(0.1)}, d)
	gaussian, err := lclass.NaiveBayes{}.Fit(d)
	must(t, gaussian, err)
	renamed, err := d.WithFeatures("a", "b", "c", "d")
	must(t, renamed, err)
	regression := learn(t, lclass.LinearRegression{}, irisWidth(t))
	for _, err := range []error{
		failure(m.Predictions(renamed)), failure(m.Predict(renamed)),
		failure(gaussian.Predictions(renamed)), failure(gaussian.Predict(renamed)),
	} {
		mentions(t, err, `"a"`)
	}
	mentions(t, failure(regression.Predictions(renamed)), "features")
	for _, err := range []error{failure(m.Predictions(d.Subset(nil))), failure(gaussian.Predictions(d.Subset(nil)))} {
		if !errors.Is(err, lclass.ErrNoSamples) {
			t.Errorf("error %v of no samples", err)
		}
	}
	labels := learnLabels(t)
	mentions(t, failure(labels.Predictions(pets(t))), "Labels of Predict")
	mentions(t, failure((*lclass.Model)(nil).Predictions(d)), "nil or empty")
}

func learnLabels(t *testing.T) *lclass.Model {
	t.Helper()
	m, err := lclass.MultiLabel{Penalty: lclass.L2(0.1)}.Fit(pets(t))
	return must(t, m, err)
}

func ExampleModel_Predictions() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length"}}))
	d = lclass.Must(d.Positive("virginica"))
	m := lclass.Must(lclass.Logistic{}.Fit(d))
	fmt.Print(lclass.Must(m.Predictions(d.Subset([]int{70, 77, 83, 110, 106}))))
	// Output:
	//          target     prediction  P(not virginica)  P(virginica)
	//   not virginica  not virginica            0.6391        0.3609
	//   not virginica      virginica            0.2263        0.7737
	//   not virginica      virginica            0.1063        0.8937
	//       virginica      virginica            0.1063        0.8937
	//       virginica  not virginica            0.9635        0.0365
}
