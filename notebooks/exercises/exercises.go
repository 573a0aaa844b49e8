// Package exercises checks what readers of the notebooks write for the exercises. Each
// function takes the reader's function, calls it, and prints what is right, and where it
// is not, what came out, what should, and a hint. A file has the exercises of a notebook.
package exercises

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"linclass/assignments/checking"
	"linclass/lclass"
)

// run makes the checks of the reader's function of that name.
func run(name string, checks ...checking.Check) {
	checking.Print(checking.Task{Name: name, Checks: checks})
}

// check is one thing that a right answer does. The hint says where to look if it does not.
func check(name, hint string, do func(t *checking.Try)) checking.Check {
	return checking.Check{Name: name, Hint: hint, Do: do}
}

// slopeAt measures the slope of f by a central difference. A smooth f of size 1 has an error
// of about 1e-10.
func slopeAt(f func(x float64) float64, x float64) float64 {
	const h = 1e-5
	return (f(x+h) - f(x-h)) / (2 * h)
}

// accuracyOf returns the share of the test data that a model of the training data gets right.
func accuracyOf(l lclass.Estimator, train, test *lclass.Data) float64 {
	return lclass.Must(lclass.Must(l.Fit(train)).Accuracy(test))
}

// withFeatures replaces the features of the data by those that f makes of each row.
func withFeatures(t *checking.Try, call string, d *lclass.Data, f func(x []float64) []float64) *lclass.Data {
	var x []float64
	columns := 0
	for i, row := range d.Rows() {
		made := f(checking.Fresh(row))
		if i == 0 {
			columns = len(made)
			t.True(columns > 0, call, "no feature", "at least one")
		}
		t.Equal(call+", the number of features", len(made), columns)
		for _, v := range made {
			t.True(!math.IsNaN(v) && !math.IsInf(v, 0), call, checking.Show(made), "finite numbers")
		}
		x = append(x, made...)
	}
	return lclass.Must(lclass.FromMatrix(mat.NewDense(d.N(), columns, x), d.T(), d.Classes()))
}

// source returns random numbers that are the same in every run.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 22)) }

func twoClasses(x [][]float64, t []int) *lclass.Data {
	X := mat.NewDense(len(x), len(x[0]), nil)
	for i, row := range x {
		X.SetRow(i, row)
	}
	return lclass.Must(lclass.FromMatrix(X, t, []string{"0", "1"}))
}
