package lclass_test

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// The maximum margin between two classes, and its support vectors.
func ExampleLinearSVM() {
	x := mat.NewDense(6, 2, []float64{1, 1, 2, 1, 1, 2, 4, 4, 5, 4, 4, 5})
	d, err := lclass.FromMatrix(x, []int{0, 0, 0, 1, 1, 1}, []string{"near", "far"})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := lclass.LinearSVM{Penalty: lclass.L2(1e-3)}.Fit(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	w, b := m.Line()
	fmt.Printf("%.2f x1 + %.2f x2 %+.2f = 0, width %.3f\n", w[0], w[1], b, 2/mat.Norm(m.W, 2))
	for i, x := range d.Rows() {
		if z := m.ScoresOne(x)[0]; z > -1.001 && z < 1.001 {
			fmt.Println("support vector", i, x)
		}
	}
	// Output:
	// 0.40 x1 + 0.40 x2 -2.20 = 0, width 3.536
	// support vector 1 [2 1]
	// support vector 2 [1 2]
	// support vector 3 [4 4]
}

// KMITL's multiclass SVM loss on iris, with the duality gap that proves the solution.
func ExampleLinearSVM_multiclass() {
	d, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := lclass.LinearSVM{Loss: lclass.WestonWatkins, Penalty: lclass.L2(0.01)}.Fit(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	accuracy, err := m.Accuracy(d)
	fmt.Printf("loss %.6f, gap below 1e-9: %t, accuracy %.3f %v\n", m.Status.Loss, m.Status.Gap < 1e-9, accuracy, err)
	// Output:
	// loss 0.119357, gap below 1e-9: true, accuracy 0.987 <nil>
}

// With L1 the weights become 0 one after the other as λ grows.
func ExamplePath() {
	d, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"sepal_length", "sepal_width", "petal_length"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	lasso := func(lambda float64, start *lclass.Model) lclass.Estimator {
		return lclass.LinearRegression{Penalty: lclass.L1(lambda), Start: start}
	}
	most, err := lclass.LambdaMax(lasso(1, nil), d)
	if err != nil {
		fmt.Println(err)
		return
	}
	for m, err := range lclass.Path(d, lclass.LogSpace(most, most/1000, 4), lasso) {
		if err != nil {
			fmt.Println(err)
			return
		}
		w, _ := m.Line()
		fmt.Printf("%v: %.3f\n", m.Penalty, w)
	}
	// Output:
	// L1(1.287): [0.000 0.000 0.000]
	// L1(0.1287): [0.000 0.000 0.374]
	// L1(0.01287): [0.000 0.007 0.412]
	// L1(0.001287): [-0.183 0.199 0.511]
}

// Gradient descent with momentum and a falling learning rate.
func ExampleDescent() {
	d, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"})
	if err != nil {
		fmt.Println(err)
		return
	}
	scaled, err := prepared(d, lclass.Standardize{})
	if err != nil {
		fmt.Println(err)
		return
	}
	descent := lclass.Descent{Eta: 0.5, Momentum: 0.9, Schedule: lclass.Cosine{}, Epochs: 60}
	for s, err := range (lclass.Softmax{Penalty: lclass.L2(0.01), Solver: descent}).Steps(scaled) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if s.Epoch%20 == 0 {
			fmt.Printf("epoch %2d: loss %.4f, %d errors\n", s.Epoch, s.Loss, s.Errors)
		}
	}
	// Output:
	// epoch  0: loss 1.0986, 100 errors
	// epoch 20: loss 0.3135, 5 errors
	// epoch 40: loss 0.2723, 3 errors
	// epoch 60: loss 0.2544, 5 errors
}

// None of the treated died, so the maximum likelihood weight is infinite. Firth's weight
// is that of the table with ½ added to each of its four cells.
func ExampleFirth() {
	d, err := lclass.FromMatrix(
		mat.NewDense(4, 1, []float64{0, 0, 1, 1}), []int{0, 1, 0, 1}, []string{"lived", "died"})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err = d.WithWeight([]float64{6, 4, 9, 0}) // counts
	if err != nil {
		fmt.Println(err)
		return
	}
	logistic, err := lclass.Logistic{}.Fit(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := lclass.Firth{}.Fit(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	w, b := m.Line()
	fmt.Println(logistic.Status.Outcome)
	fmt.Printf("%v, w = %.4f, b = %.4f\n", m.Status.Outcome, w[0], b)
	fmt.Printf("%.4f\n", math.Log(0.5/9.5)-math.Log(4.5/6.5))
	s, err := m.Summary(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range s.Coefficients {
		fmt.Printf("%-2s ± %.4f, odds %.3f\n", c.Name, c.SE, math.Exp(c.Value))
	}
	// Output:
	// separated
	// converged, w = -2.5767, b = -0.3677
	// -2.5767
	// b  ± 0.6432, odds 0.692
	// x1 ± 1.6592, odds 0.076
}
