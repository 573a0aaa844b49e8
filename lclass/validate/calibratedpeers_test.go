package validate_test

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/calibrate"
	"linclass/lclass/decide"
	"linclass/lclass/metric"
	"linclass/lclass/validate"
)

// calibrated is an entry of testdata/calibrated.json, made by
// testdata/calibrated.py with scikit-learn 1.2.1 and mpmath.
type calibrated struct {
	X               [][]float64
	T               []int
	S               []float64
	Classes         int
	Proba           map[string][][]float64
	Youden, Precise float64
}

func (c calibrated) data() *lclass.Data {
	x := mat.NewDense(len(c.X), len(c.X[0]), nil)
	for i, row := range c.X {
		x.SetRow(i, row)
	}
	d := lclass.Must(lclass.FromMatrix(x, c.T, []string{"a", "b", "c", "d"}[:c.Classes]))
	if c.S != nil {
		d = lclass.Must(d.WithWeight(c.S))
	}
	return d
}

func (c calibrated) learner() lclass.Estimator {
	if c.Classes == 2 {
		return lclass.RegressionClassifier{}
	}
	return lclass.LeastSquares{}
}

// The learners have closed forms, so that the probabilities agree to rounding.
func testCalibrated(t *testing.T) {
	for i, c := range peers[[]calibrated](t, "calibrated") {
		largest = 0
		for name, want := range c.Proba {
			how, rest, _ := strings.Cut(name, ", ")
			by := calibrate.Fit(calibrate.Steps)
			if how == "sigmoid" {
				by = calibrate.Sigmoid
			}
			name = fmt.Sprintf("problem %d, %s", i, name)
			if how == "Bayes" {
				c.compare(t, name, lclass.Must(validate.Calibrated[*lclass.Model]{Of: lclass.NaiveBayes{}, By: by, Ensemble: rest == "ensemble"}.Fit(c.data())), want)
			} else {
				c.compare(t, name, lclass.Must(validate.Calibrated[*lclass.Model]{Of: c.learner(), By: by, Ensemble: rest == "ensemble"}.Fit(c.data())), want)
			}
		}
		t.Logf("problem %d: probabilities differ by %.1e at most", i, largest)
		if c.Youden != 0 {
			c.testThresholds(t)
		}
	}
}

func (c calibrated) compare(t *testing.T, name string, m interface {
	validate.Predictor
	Proba(*lclass.Data) (*mat.Dense, error)
}, want [][]float64) {
	t.Helper()
	p, y := lclass.Must(m.Proba(c.data())), lclass.Must(m.Predict(c.data())).Class
	for i, row := range want {
		near(t, name, p.RawRowView(i), row, 1e-9)
		if p.At(i, y[i]) != mat.Max(p.RowView(i)) {
			t.Errorf("%s: sample %d is %d", name, i, y[i])
		}
	}
}

func (c calibrated) testThresholds(t *testing.T) {
	for _, choice := range []struct {
		by   func(*metric.Ranking) (decide.Choice, error)
		want float64
	}{
		{nil, c.Youden},
		{func(r *metric.Ranking) (decide.Choice, error) { return decide.ForPrecision(r, 0.75) }, c.Precise},
	} {
		m := lclass.Must(validate.Tuned[*lclass.Model]{Of: c.learner(), Choose: choice.by}.Fit(c.data()))
		near(t, "threshold", []float64{m.Choice.Threshold}, []float64{choice.want}, 1e-12)
	}
}
