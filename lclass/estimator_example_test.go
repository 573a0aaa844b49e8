package lclass_test

import (
	"fmt"

	"linclass/datasets"
	"linclass/lclass"
)

// Every learner of classes, and every pipeline, is an Estimator.
func ExampleEstimator() {
	train := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	scaled := func(e lclass.Estimator) lclass.Estimator {
		return lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: e}
	}
	for _, e := range []lclass.Estimator{
		lclass.Softmax{Penalty: lclass.L2(0.01)},
		lclass.OneVsRest{Of: lclass.LinearSVM{Penalty: lclass.L2(0.01)}},
		lclass.LDA{},
		lclass.QDA{},
		lclass.NaiveBayes{},
		scaled(lclass.QDA{Pooling: 0.5}),
	} {
		m := lclass.Must(e.Fit(train))
		fmt.Printf("%T %.3f\n", e, lclass.Must(m.Accuracy(train)))
	}
	// Output:
	// lclass.Softmax 0.973
	// lclass.OneVsRest 0.960
	// lclass.LDA 0.980
	// lclass.QDA 0.980
	// lclass.NaiveBayes 0.960
	// lclass.Pipeline 0.980
}
