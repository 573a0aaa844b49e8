package lclass_test

import (
	"fmt"
	"log"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/validate"
)

func Example_readme() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{
		Target: "species", Features: []string{"petal_length", "petal_width"},
	}))
	train, test, err := validate.Split{Test: 0.2, Seed: 1, Stratify: true}.Of(d)
	if err != nil {
		log.Fatal(err)
	}
	m, err := lclass.Softmax{Penalty: lclass.L2(1e-3)}.Fit(train) // y = softmax(W x + b)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Status.Outcome, "on", train.N(), "flowers")
	fmt.Printf("accuracy on %d others: %.3f\n", test.N(), lclass.Must(m.Accuracy(test)))
	for k, y := range m.ProbaOne([]float64{5.0, 1.8}) { // petals of 5.0 × 1.8 cm
		fmt.Printf("%.2f %s\n", y, m.Classes[k])
	}
	// Output:
	// converged on 120 flowers
	// accuracy on 30 others: 0.933
	// 0.00 setosa
	// 0.27 versicolor
	// 0.73 virginica
}
