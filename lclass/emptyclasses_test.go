package lclass_test

import (
	"errors"
	"fmt"
	"testing"

	"linclass/internal/invalid"
	"linclass/lclass"
)

func TestDropEmptyClasses(t *testing.T) {
	d := threeClasses(t) // blue, red, green, blue
	two := d.Subset([]int{3, 1, 0}).DropEmptyClasses()
	equal(t, "classes", two.Classes(), []string{"red", "blue"})
	equal(t, "T", two.T(), []int{1, 0, 1})
	equal(t, "x", two.Column(0), []float64{7, 3, 1})
	equal(t, "the whole", d.Classes(), []string{"red", "green", "blue"})
	if d.DropEmptyClasses() != d {
		t.Error("data without empty classes are not returned as they are")
	}
	equal(t, "no samples", d.Subset(nil).DropEmptyClasses().K(), 0)

	light := weigh(t, d, []float64{1, 2, 0, 3}).DropEmptyClasses()
	equal(t, "without the class of weight 0", light.Classes(), []string{"red", "blue"})
	equal(t, "its weights", light.Weight(), []float64{1, 2, 3})
	equal(t, "its T", light.T(), []int{1, 0, 1})

	n, err := lclass.RegressionFromMatrix(d.Matrix(), []float64{5, 7, 5, 9})
	some := must(t, n, err).Subset([]int{0, 3}).DropEmptyClasses()
	equal(t, "classes of numbers", some.Classes(), []string{"5", "9"})
	equal(t, "their numbers", some.Y(), []float64{5, 9})
	measured, err := lclass.RegressionFromMatrix(d.Matrix(), []float64{5, 7, 5, 9.5})
	equal(t, "numbers that are no classes", must(t, measured, err).DropEmptyClasses() == measured, true)
	var none *lclass.Data
	equal(t, "no data", none.DropEmptyClasses().N(), 0)
}

// What is said where classes are empty names them and the way out, which works.
func TestEmptyClassesAreNamed(t *testing.T) {
	d := cloudData(t, 60, 2, 3)
	var index []int
	for i, class := range d.T() {
		if class != 1 {
			index = append(index, i)
		}
	}
	d = d.Subset(index)
	three := &invalid.TargetError{Target: "t", Want: "two classes"}
	for _, c := range []struct {
		e    lclass.Estimator
		want error
	}{
		{lclass.OneVsRest{Of: lclass.Logistic{}}, lclass.ErrMissingClass}, {lclass.OneVsOne{Of: lclass.Logistic{}}, lclass.ErrMissingClass}, {lclass.Softmax{}, lclass.ErrSeparated},
		{lclass.Logistic{}, three}, {lclass.Perceptron{}, three}, {lclass.RegressionClassifier{}, three}, {lclass.LinearSVM{Penalty: lclass.L2(1)}, three},
	} {
		m, err := c.e.Fit(d)
		if err == nil {
			err = m.Status.Err()
		}
		fails(t, err, c.want, d.Classes()[1], "no samples", "Data.DropEmptyClasses")
		learn(t, c.e, d.DropEmptyClasses())
	}
	if _, err := (lclass.OneVsRest{Of: lclass.Logistic{}}).Fit(d); !errors.Is(err, lclass.ErrMissingClass) {
		t.Error(err)
	}
	err := failure(lclass.Logistic{}.Fit(cloudData(t, 60, 2, 3))) // no class is empty
	fails(t, err, &invalid.TargetError{Target: d.Target(), Want: "two classes"})
	omits(t, err, "DropEmptyClasses")
}

func ExampleData_DropEmptyClasses() {
	x := fromRows([][]float64{{1}, {2}, {3}, {4}})
	d := lclass.Must(lclass.FromLabels(x, []string{"red", "green", "red", "blue"}))
	warm := d.Subset([]int{0, 2, 3})
	fmt.Println(warm)
	fmt.Println(warm.DropEmptyClasses())
	// Output:
	// 3 samples, 1 features, target t: 1 × blue, 0 × green, 2 × red
	// 3 samples, 1 features, target t: 1 × blue, 2 × red
}
