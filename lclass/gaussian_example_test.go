package lclass_test

import (
	"fmt"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// A normal density for each species makes a linear model.
func ExampleLDA() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	m := lclass.Must(lclass.LDA{}.Fit(d))
	fmt.Print(m)
	fmt.Printf("%.3f\n", m.ProbaOne([]float64{6.0, 2.7, 5.1, 1.6}))
	fmt.Printf("accuracy %.3f\n", lclass.Must(m.Accuracy(d)))
	// Output:
	// converged after 1 iteration of ClosedForm, loss 0.0437171
	// P(species) = softmax(W x + b)
	//                 setosa  versicolor  virginica
	//              b   1.566        15.3     -16.86
	//   sepal_length   6.444      -1.562     -4.881
	//    sepal_width   12.39      -4.465     -7.922
	//   petal_length  -17.29       4.791       12.5
	//    petal_width  -21.19       3.125      18.07
	// [0.000 0.139 0.861]
	// accuracy 0.980
}

// A generative and a discriminative learner of a line: LDA models the features of each
// species. Logistic models only the class probabilities and has a lower log-loss.
func ExampleLDA_logistic() {
	df := datasets.Iris().Filter(dataframe.F{Colname: "species", Comparator: series.Neq, Comparando: "setosa"})
	d := lclass.Must(lclass.FromFrame(df, lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))
	for _, e := range []lclass.Estimator{lclass.LDA{}, lclass.Logistic{}} {
		m := lclass.Must(e.Fit(d))
		w, b := m.Line()
		fmt.Printf("%T: w = %.3f, b = %.3f, log-loss %.4f\n", e, w, b, m.Status.Loss)
	}
	// Output:
	// lclass.LDA: w = [2.821 9.469], b = -29.711, log-loss 0.1182
	// lclass.Logistic: w = [5.755 10.447], b = -45.272, log-loss 0.1028
}

// With a Pooling of 1, all classes have the covariance of LDA.
func ExampleQDA_pooled() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))
	m := lclass.Must(lclass.QDA{Pooling: 1}.Fit(d))
	fmt.Print(m)
	fmt.Printf("%.4f\n", mat.Formatted(m.Densities.Covariance(0)))
	// Output:
	// converged after 1 iteration of ClosedForm, loss 1.3529
	// P(species) ∝ prior × normal density, features correlated within a class
	//                         setosa      versicolor       virginica
	//          prior          0.3333          0.3333          0.3333
	//   petal_length   1.462 ± 0.426    4.26 ± 0.426   5.552 ± 0.426
	//    petal_width  0.246 ± 0.2026  1.326 ± 0.2026  2.026 ± 0.2026
	// ⎡0.1815  0.0418⎤
	// ⎣0.0418  0.0410⎦
}

// Petals of setosa vary less than those of the others.
func ExampleQDA() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))
	m := lclass.Must(lclass.QDA{}.Fit(d))
	fmt.Print(m)
	fmt.Printf("%.3f\n", m.ProbaOne([]float64{4.9, 1.6}))
	fmt.Printf("accuracy %.3f\n", lclass.Must(m.Accuracy(d)))
	// Output:
	// converged after 1 iteration of ClosedForm, loss 0.963397
	// P(species) ∝ prior × normal density, features correlated within a class
	//                         setosa      versicolor       virginica
	//          prior          0.3333          0.3333          0.3333
	//   petal_length  1.462 ± 0.1719   4.26 ± 0.4652  5.552 ± 0.5463
	//    petal_width  0.246 ± 0.1043  1.326 ± 0.1958  2.026 ± 0.2719
	// [0.000 0.791 0.209]
	// accuracy 0.980
}

// Pixels that are never inked in a digit need Smoothing.
func ExampleNaiveBayes() {
	d := datasets.Digits()
	_, err := lclass.NaiveBayes{}.Fit(d)
	fmt.Println(err)
	m := lclass.Must(lclass.NaiveBayes{Smoothing: 0.01}.Fit(d))
	fmt.Printf("accuracy %.3f\n", lclass.Must(m.Accuracy(d)))
	// Output:
	// lclass: the covariance of class "0" is singular: features ["p0,7" "p1,0" "p1,7"] … ["p7,7"] are constant in it; set Smoothing, such as to 1e-9, or leave them out
	// accuracy 0.916
}
