package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/internal/invalid"
	"linclass/lclass"
)

var codings = map[bool]string{false: "±1", true: "0/1"} // by ZeroOne

// It is a regression on the numbers ±1 or 0 and 1, which for the latter has ½
// taken off b.
func TestRegressionClassifierIsRegression(t *testing.T) {
	d := irisData(t, true)
	for zeroOne, name := range codings {
		for _, p := range []lclass.Penalty{{}, lclass.L2(0.1), lclass.L1(0.01)} {
			y, middle := lclass.Must(d.PlusMinus()), 0.0
			if zeroOne {
				y, middle = lclass.Must(d.ZeroOne()), 0.5
			}
			numbers, err := lclass.RegressionFromMatrix(d.Matrix(), y)
			want := learn(t, lclass.LinearRegression{Penalty: p}, must(t, numbers, err))
			want.B[0] -= middle
			m := learn(t, lclass.RegressionClassifier{ZeroOne: zeroOne, Penalty: p}, d)
			near(t, fmt.Sprint(name, ", ", p), parameters(m), parameters(want), 1e-6)
			near(t, "loss", []float64{m.Status.Loss}, []float64{want.Status.Loss}, 1e-8)
			equal(t, "output", m.Output, lclass.SignOutput)
			equal(t, "errors", m.History[len(m.History)-1].Errors, int(math.Round(100*(1-lclass.Must(m.Accuracy(d))))))
		}
	}
}

// The boundary is that of least squares on one-hot targets, scale apart.
func TestRegressionClassifierHasTheBoundaryOfLeastSquares(t *testing.T) {
	x, class := clouds(90, 3, 2, 1)
	shared, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, shared, err)
	for name, d := range map[string]*lclass.Data{
		"iris": irisData(t, true), "clouds": shared, "far points": datasets.Outliers(50, 10, 1),
	} {
		for _, c := range []struct {
			zeroOne  bool
			penalty  lclass.Penalty
			of       lclass.Penalty // of least squares
			multiple float64        // w₂ − w₁ of least squares is this times w
		}{
			{true, lclass.Penalty{}, lclass.Penalty{}, 2},
			{false, lclass.Penalty{}, lclass.Penalty{}, 1},
			{true, lclass.L2(0.1), lclass.L2(0.1), 2},
			{false, lclass.L2(0.1), lclass.L2(0.1), 1},
			{true, lclass.L1(0.02), lclass.L1(0.02), 2},
			{false, lclass.L1(0.04), lclass.L1(0.02), 1},
		} {
			m := learn(t, lclass.RegressionClassifier{ZeroOne: c.zeroOne, Penalty: c.penalty}, d)
			two := learn(t, lclass.LeastSquares{Penalty: c.of}, d)
			got := parameters(m)
			for j := range got {
				got[j] *= c.multiple
			}
			var want []float64
			for j := range d.D() {
				want = append(want, two.W.At(1, j)-two.W.At(0, j))
			}
			near(t, fmt.Sprint(name, ", ", codings[c.zeroOne], ", ", c.penalty), got, append(want, two.B[1]-two.B[0]), 1e-6)
		}
	}
}

// Fisher's discriminant is S⁻¹(m₂ − m₁) with S the covariance within the
// classes (Bishop, equation 4.30); w points the same way.
func TestRegressionClassifierPointsAlongFishersDiscriminant(t *testing.T) {
	d := irisData(t, true)
	w, _ := learn(t, lclass.RegressionClassifier{}, d).Line()
	var mean [2]*mat.VecDense
	for k := range mean {
		mean[k] = mat.NewVecDense(4, nil)
	}
	class := d.T()
	for i, x := range d.Rows() {
		mean[class[i]].AddScaledVec(mean[class[i]], 1./50, mat.NewVecDense(4, append([]float64(nil), x...)))
	}
	within := mat.NewDense(4, 4, nil)
	for i, x := range d.Rows() {
		var from mat.VecDense
		from.SubVec(mat.NewVecDense(4, append([]float64(nil), x...)), mean[class[i]])
		within.RankOne(within, 1, &from, &from)
	}
	var apart, fisher mat.VecDense
	apart.SubVec(mean[1], mean[0])
	if err := fisher.SolveVec(within, &apart); err != nil {
		t.Fatal(err)
	}
	v := mat.NewVecDense(4, w)
	near(t, "cosine", []float64{mat.Dot(v, &fisher) / (v.Norm(2) * fisher.Norm(2))}, []float64{1}, 1e-12)
}

// Descent starts at the regression w·x + b = 0, whatever the coding, and all
// solvers end at the same place.
func TestRegressionClassifierSteps(t *testing.T) {
	x, class := clouds(90, 3, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	for zeroOne, name := range codings {
		spec := lclass.RegressionClassifier{ZeroOne: zeroOne, Penalty: lclass.L2(0.05)}
		want := parameters(learn(t, spec, d))
		for _, s := range []lclass.Solver{lclass.Newton{Tol: 1e-14}, lclass.QuasiNewton{Tol: 1e-16}, lclass.Descent{Eta: 0.3, Epochs: 2000, Tol: 1e-12}} {
			spec.Solver = s
			near(t, fmt.Sprintf("%s, %T", name, s), parameters(learn(t, spec, d)), want, 1e-6)
		}
		for s, err := range spec.Steps(d) {
			must(t, s, err)
			w, b := s.Line()
			start, loss := 0.0, 0.5 // ½(0 − t)² of t = ±1
			if zeroOne {
				start, loss = -0.5, 0.25 // of half the samples, which have t = 1
			}
			equal(t, name+": start", append(w, b), []float64{0, 0, 0, start})
			near(t, name+": loss there", []float64{s.Loss}, []float64{loss}, 1e-12)
			break
		}
		start := learn(t, spec, d)
		spec.Start = start
		if again := learn(t, spec, d); again.Status.Iterations > 1 {
			t.Errorf("%s: from the solution: %v", name, again.Status)
		}
	}
}

func TestRegressionClassifierErrors(t *testing.T) {
	x, class := clouds(12, 2, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	zero := []float64{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}
	for what, c := range map[string]struct {
		d    *lclass.Data
		want error
	}{
		"empty":                    {d.Subset(nil), lclass.ErrNoSamples},
		"one class":                {d.Subset([]int{0, 2}), lclass.ErrOneClass},
		"the other class weighs 0": {weigh(t, d, zero), lclass.ErrOneClass},
		"no weight":                {weigh(t, d, zero).Subset([]int{1, 3}), lclass.ErrNoSamples},
	} {
		if m, err := (lclass.RegressionClassifier{}).Fit(c.d); m != nil || !errors.Is(err, c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
	fails(t, failure(lclass.RegressionClassifier{}.Fit(cloudData(t, 30, 2, 3))), &invalid.TargetError{Target: "t", Want: "two classes"})
	fails(t, failure(lclass.RegressionClassifier{ZeroOne: true, NoIntercept: true}.Fit(d)), &lclass.SettingError{Setting: "RegressionClassifier.ZeroOne", Value: true})
	fails(t, failure(lclass.RegressionClassifier{Penalty: lclass.L2(-1)}.Fit(d)), &lclass.SettingError{Setting: "Penalty.Lambda", Value: -1})
	fails(t, failure(lclass.RegressionClassifier{Penalty: lclass.L1(1), Solver: lclass.ClosedForm{}}.Fit(d)), &lclass.SettingError{Setting: "Solver", Value: "ClosedForm"})
	for _, err := range (lclass.RegressionClassifier{ZeroOne: true, NoIntercept: true}).Steps(d) {
		fails(t, err, &lclass.SettingError{Setting: "RegressionClassifier.ZeroOne", Value: true})
	}
}
