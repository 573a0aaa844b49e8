package validate_test

import (
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/metric"
	"linclass/lclass/validate"
)

// The report is that of metric, put together by hand.
func TestReport(t *testing.T) {
	d := lclass.Must(iris(t).WithClassWeight(map[string]float64{"setosa": 2}))
	m := lclass.Must(lclass.LDA{}.Fit(d))
	got := lclass.Must(validate.Report(m, d))
	want := metric.NewReport(metric.Predictions{T: d.T(), P: lclass.Must(m.Proba(d)), S: d.SampleWeight(), Classes: d.Classes()})
	if got.String() != want.String() {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	svm := lclass.Must(validate.Report(lclass.Must(lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: lclass.L2(0.1)}.Fit(d)), d))
	if slices.ContainsFunc(svm.Values, func(v metric.Value) bool { return v.Name == "log-loss" }) || !slices.Equal(svm.Confusion.Classes, d.Classes()) {
		t.Errorf("%s", svm)
	}
	line := lclass.Must(lclass.LinearRegression{}.Fit(lclass.Must(lclass.RegressionFromMatrix(mat.NewDense(3, 1, []float64{1, 2, 3}), []float64{1.5, 2, 3}))))
	if _, err := validate.Report(line, d); err == nil {
		t.Error("numbers have a report of classes")
	}
	if _, err := validate.Report(m, d.Subset(nil)); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("no samples: %v", err)
	}
}
