package lclass_test

import (
	"fmt"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// The perceptron learns AND, one epoch at a time.
func ExamplePerceptron_Steps() {
	x := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1})
	and := lclass.Must(lclass.FromMatrix(x, []int{0, 0, 0, 1}, []string{"false", "true"}))
	for s, err := range (lclass.Perceptron{Eta: 0.5}).Steps(and) {
		if err != nil {
			fmt.Println(err)
			return
		}
		w, b := s.Line()
		fmt.Println("epoch", s.Epoch, "w", w, "b", b, "updates", s.Updates, "errors", s.Errors)
	}
	// Output:
	// epoch 0 w [0 0] b 0 updates 0 errors 3
	// epoch 1 w [1 1] b 0 updates 2 errors 3
	// epoch 2 w [2 1] b -1 updates 3 errors 2
	// epoch 3 w [2 1] b -2 updates 3 errors 1
	// epoch 4 w [2 2] b -2 updates 2 errors 2
	// epoch 5 w [2 1] b -3 updates 1 errors 0
}

// Edinburgh's perceptron on AND, one mistake at a time, up to the second epoch.
func ExamplePerceptron_Updates() {
	p := lclass.Perceptron{Eta: 1, Epochs: 2, Rosenblatt: true}
	for u, err := range p.Updates(datasets.AND()) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("epoch %d, x = %v, t = %+g, z = %+g: w = %v, b = %g\n", u.Epoch, u.X, u.T, u.Z, u.W, u.B)
	}
	// Output:
	// epoch 1, x = [0 0], t = -1, z = +0: w = [0 0], b = -1
	// epoch 1, x = [1 1], t = +1, z = -1: w = [1 1], b = 0
	// epoch 2, x = [0 0], t = -1, z = +0: w = [1 1], b = -1
	// epoch 2, x = [0 1], t = -1, z = +0: w = [1 0], b = -2
	// epoch 2, x = [1 1], t = +1, z = -1: w = [2 1], b = -1
}

// Newton's method is iteratively reweighted least squares here. The two
// species overlap, so there is a maximum of the likelihood.
func ExampleLogistic() {
	df := datasets.Iris().Filter(dataframe.F{Colname: "species", Comparator: series.Neq, Comparando: "setosa"})
	d := lclass.Must(lclass.FromFrame(df, lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))
	m, err := lclass.Logistic{Solver: lclass.Newton{}}.Fit(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Status.Outcome)
	w, b := m.Line()
	fmt.Printf("w = %.3f, b = %.3f\n", w, b)
	fmt.Printf("P(virginica) = %.3f\n", m.ProbaOne([]float64{4.9, 1.6})[1])
	// Output:
	// converged
	// w = [5.755 10.447], b = -45.272
	// P(virginica) = 0.411
}

// Three classes, three scores, three probabilities.
func ExampleSoftmax() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	m := lclass.Must(lclass.Softmax{Penalty: lclass.L2(0.01)}.Fit(d))
	fmt.Println(m.Classes)
	fmt.Printf("%.3f\n", m.ProbaOne([]float64{6.0, 2.7, 5.1, 1.6}))
	fmt.Printf("accuracy %.3f\n", lclass.Must(m.Accuracy(d)))
	// Output:
	// [setosa versicolor virginica]
	// [0.001 0.379 0.620]
	// accuracy 0.973
}

// A line through four points, by QR.
func ExampleLinearRegression() {
	x := mat.NewDense(4, 1, []float64{0, 1, 2, 3})
	d := lclass.Must(lclass.RegressionFromMatrix(x, []float64{1.1, 2.9, 5.1, 6.9}))
	w, b := lclass.Must(lclass.LinearRegression{}.Fit(d)).Line()
	fmt.Printf("y = %.2f x + %.2f\n", w[0], b)
	// Output:
	// y = 1.96 x + 1.06
}

// One point far on the correct side moves the boundary of least squares, which counts it
// as an error. The boundary of logistic regression stays.
func ExampleLeastSquares() {
	boundary := func(e lclass.Estimator, far float64) float64 {
		x := mat.NewDense(6, 1, []float64{0, 1, 2.6, 2.4, 4, far})
		d := lclass.Must(lclass.FromMatrix(x, []int{0, 0, 0, 1, 1, 1}, []string{"left", "right"}))
		m := lclass.Must(e.Fit(d))
		if k, _ := m.W.Dims(); k == 1 {
			return -m.B[0] / m.W.At(0, 0)
		}
		return (m.B[0] - m.B[1]) / (m.W.At(1, 0) - m.W.At(0, 0))
	}
	fmt.Printf("least squares %.2f → %.2f\n", boundary(lclass.LeastSquares{}, 5), boundary(lclass.LeastSquares{}, 50))
	fmt.Printf("logistic      %.2f → %.2f\n", boundary(lclass.Logistic{}, 5), boundary(lclass.Logistic{}, 50))
	// Output:
	// least squares 2.50 → 10.00
	// logistic      2.50 → 2.50
}

// A gota frame: texts become features 0 or 1, and the other columns keep their names.
func ExampleFromFrame() {
	df := dataframe.New(
		series.New([]string{"female", "male", "male", "female"}, series.String, "sex"),
		series.New([]float64{29, 2, 41, 35}, series.Float, "age"),
		series.New([]string{"yes", "yes", "no", "no"}, series.String, "survived"),
	)
	d, err := lclass.FromFrame(df, lclass.Columns{Target: "survived", Features: []string{"sex", "age"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Features(), d.Classes())
	for i, x := range d.Rows() {
		fmt.Println(x, d.T()[i])
	}
	_, err = lclass.FromFrame(df, lclass.Columns{Target: "survived", Features: []string{"sex", "Age"}})
	fmt.Println(err)
	// Output:
	// [sex[male] age] [no yes]
	// [0 29] 1
	// [1 2] 1
	// [1 41] 0
	// [0 35] 0
	// lclass: there is no column "Age"; the frame has sex, age, survived; if you mean "age", use that name
}
