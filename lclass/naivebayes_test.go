package lclass_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// Class a is −1, 1 and class b 5, 9: means 0 and 7, deviations 1 and 2. At
// x = 3 the densities are in the ratio exp(−9/2) : ½ exp(−4/2).
func TestNaiveBayesByHand(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{-1, 1, 5, 9})
	d, err := lclass.FromMatrix(x, []int{0, 0, 1, 1}, []string{"a", "b"})
	must(t, d, err)
	m, err := lclass.NaiveBayes{}.Fit(d)
	must(t, m, err)
	near(t, "means", m.Densities.Means.RawMatrix().Data, []float64{0, 7}, 1e-15)
	near(t, "deviations", m.Densities.Std.RawMatrix().Data, []float64{1, 2}, 1e-15)
	z := m.ScoresOne([]float64{3})
	near(t, "scores", z, []float64{
		math.Log(0.5) - 4.5 - math.Log(2*math.Pi)/2,
		math.Log(0.25) - 2 - math.Log(2*math.Pi)/2,
	}, 1e-14)
	near(t, "probability", m.ProbaOne([]float64{3}), []float64{1 / (1 + 0.5*math.Exp(2.5)), 1 / (1 + 2*math.Exp(-2.5))}, 1e-14)

	m, err = lclass.NaiveBayes{Unbiased: true}.Fit(d)
	must(t, m, err)
	near(t, "unbiased", m.Densities.Std.RawMatrix().Data, []float64{math.Sqrt(2), math.Sqrt(8)}, 1e-15)
	// The variance over all samples is (4.5² + 2.5² + 1.5² + 5.5²)/4 = 14.75.
	m, err = lclass.NaiveBayes{Smoothing: 2}.Fit(d)
	must(t, m, err)
	near(t, "smoothed", m.Densities.Std.RawMatrix().Data, []float64{math.Sqrt(30.5), math.Sqrt(33.5)}, 1e-15)
}

func TestNaiveBayesOfConstantFeatures(t *testing.T) {
	x, class := clouds(40, 3, 2, 3)
	d := classified(t, x, class)
	for i := range 40 {
		x.Set(i, 1, -1e9/7)
	}
	constant := classified(t, x, class)
	m, err := lclass.NaiveBayes{}.Fit(constant)
	must(t, m, err)
	checkGaussian(t, "constant", m, constant)
	if m.Densities.Std.At(0, 1) != 0 || m.Densities.Std.At(1, 1) != 0 || m.Densities.Means.At(0, 1) != -1e9/7 {
		t.Errorf("%v", m)
	}
	contains(t, m.Status.Note, `"x2"`, "left out")
	// It changes no probability, not even with another value.
	n, err := lclass.NaiveBayes{}.Fit(d)
	must(t, n, err)
	z, y := m.ScoresOne([]float64{1, 2, 3}), n.ScoresOne([]float64{1, n.Densities.Means.At(0, 1), 3})
	near(t, "x1 and x3", []float64{z[0] - z[1]}, []float64{y[0] - y[1] +
		math.Log(n.Densities.Std.At(0, 1)/n.Densities.Std.At(1, 1)) - square((n.Densities.Means.At(0, 1)-n.Densities.Means.At(1, 1))/n.Densities.Std.At(1, 1))/2}, 1e-12)

	for i := range 40 {
		x.Set(i, 1, float64(class[i]))
	}
	d = classified(t, x, class)
	_, err = lclass.NaiveBayes{}.Fit(d)
	fails(t, err, &lclass.SingularError{Class: "c0", Features: []string{"x2"}}, "set Smoothing")
	var singular *lclass.SingularError
	if !errors.As(err, &singular) || !slices.Equal(singular.Features, []string{"x2"}) {
		t.Errorf("%#v", singular)
	}
	m, err = lclass.NaiveBayes{Smoothing: 1e-9}.Fit(d)
	must(t, m, err)
	checkGaussian(t, "smoothed", m, d)
	if a, err := m.Accuracy(d); err != nil || a != 1 {
		t.Errorf("accuracy %v, %v", a, err)
	}
}

func square(v float64) float64 { return v * v }

// scikit-learn 1.2.1: GaussianNB(var_smoothing=1e-9) on load_digits scaled to
// unit variance is right on 1437 of its 1797 training images.
func TestNaiveBayesOnDigits(t *testing.T) {
	d := datasets.Digits()
	m, err := lclass.NaiveBayes{Smoothing: 1e-9}.Fit(d)
	must(t, m, err)
	a, err := m.Accuracy(d)
	if right := must(t, a, err) * 1797; math.Abs(right-1437) > 1e-9 {
		t.Errorf("%v right", right)
	}
}
