package progress_test

import (
	"fmt"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/validate"
	"linclass/plots/progress"
)

func ExampleBar() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	o := validate.Options{Folds: validate.KFold{K: 5, Stratify: true}, Progress: progress.Bar("λ of the softmax")}
	best := lclass.Must(validate.GridSearch(d, o, []float64{0.1, 0.01}, func(λ float64) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ)}
	}))
	fmt.Println(best.Best)
	// Output: 0.01
}
