package calibrate_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/calibrate"
	"linclass/lclass/metric"
	"linclass/lclass/validate"
)

// A support vector machine has scores and no probabilities. A third of the
// samples, which it has not seen, makes them.
func Example_model() {
	d := lclass.Must(lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"sepal_length", "sepal_width"}})).Positive("virginica"))
	rest, test, err := validate.Split{Test: 1.0 / 3, Seed: 1, Stratify: true}.Of(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	train, held, err := validate.Split{Test: 0.5, Seed: 2, Stratify: true}.Of(rest)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := lclass.Must(lclass.LinearSVM{Penalty: lclass.L2(0.01)}.Fit(train))
	score := func(d *lclass.Data) []float64 { return mat.Col(nil, 0, lclass.Must(m.Scores(d))) }
	sigmoid, err := calibrate.FitPlatt(held.T(), score(held), held.Weight())
	if err != nil {
		fmt.Println(err)
		return
	}
	p := calibrate.Apply(sigmoid, score(test))
	fmt.Printf("AUC %.2f, Brier score %.2f\n", metric.AUC(test.T(), p, nil), metric.Brier(test.T(), p, nil))
	// Output: AUC 0.92, Brier score 0.11
}
