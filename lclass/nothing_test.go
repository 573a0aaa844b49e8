package lclass_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// Nil and the zero value of Data are data without samples, and say so.
func TestNoData(t *testing.T) {
	for name, d := range map[string]*lclass.Data{"nil": nil, "zero": {}} {
		equal(t, name, []int{d.N(), d.D(), d.K(), len(d.Features()), len(d.Classes()), len(d.Categories()), len(d.T()), len(d.Y()), len(d.Weight())}, make([]int, 9))
		equal(t, name, d.Target(), "")
		equal(t, name, d.Matrix().IsEmpty(), true)
		equal(t, name, d.Subset(nil).N(), 0)
		equal(t, name, d.WithTarget("t").Target(), "t")
		equal(t, name, d.WithContext(context.Background()).N(), 0)
		equal(t, name, d.Err(), error(nil))
		for range d.Rows() {
			t.Error("there is a row")
		}
		panics(t, name, func() { d.At(0, 0) }, "sample 0", "none")
		panics(t, name, func() { d.Row(0) }, "sample 0", "none")
		panics(t, name, func() { d.Column(0) }, "feature 0", "none")
		panics(t, name, func() { d.Subset([]int{0}) }, "sample 0", "none")
		for method, err := range map[string]error{
			"WithWeight":      failure(d.WithWeight(nil)),
			"WithFeatures":    failure(d.WithFeatures()),
			"WithClassWeight": failure(d.WithClassWeight(nil)),
			"WithLabels":      failure(d.WithLabels(mat.NewDense(1, 1, nil), []string{"cat"})),
			"Balanced":        failure(d.Balanced()),
			"Positive":        failure(d.Positive("a")),
			"PlusMinus":       failure(d.PlusMinus()),
			"ZeroOne":         failure(d.ZeroOne()),
			"OneHot":          failure(d.OneHot()),
			"Standardize":     failure(prepared(d, lclass.Standardize{})),
			"Polynomial":      failure(prepared(d, lclass.Polynomial{})),
			"LambdaMax":       failure(lclass.LambdaMax(lclass.Logistic{Penalty: lclass.L1(1)}, d)),
			"LDA":             failure(lclass.LDA{}.Fit(d)),
			"QDA":             failure(lclass.QDA{}.Fit(d)),
			"NaiveBayes":      failure(lclass.NaiveBayes{}.Fit(d)),
			"Bootstrap":       failure(lclass.Bootstrap{}.Of(lclass.Logistic{}, d)),
			"Predict":         failure(byRule(lclass.SoftmaxOutput).Predict(d)),
			"Proba":           failure(byRule(lclass.SoftmaxOutput).Proba(d)),
			"Accuracy":        failure(byRule(lclass.SoftmaxOutput).Accuracy(d)),
			"Summary":         failure(byRule(lclass.SoftmaxOutput).Summary(d)),
			"densities":       failure(models()["density"].Predict(d)),
		} {
			saysNoData(t, name+", "+method, err)
		}
		for _, e := range everyLearner() {
			saysNoData(t, fmt.Sprintf("%s, %T", name, e), failure(e.Fit(d)))
		}
	}
}

func saysNoData(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, lclass.ErrNoSamples) || !errors.Is(err, lclass.ErrNoData) {
		t.Errorf("%s: %v", what, err)
	}
}

func everyLearner() []lclass.Estimator {
	return []lclass.Estimator{
		lclass.Perceptron{}, lclass.LinearRegression{}, lclass.LeastSquares{}, lclass.RegressionClassifier{}, lclass.Logistic{}, lclass.Softmax{},
		lclass.LinearSVM{Penalty: lclass.L2(1)}, lclass.LinearSVM{Loss: lclass.SquaredHinge}, lclass.LinearSVM{Loss: lclass.WestonWatkins, Penalty: lclass.L2(1)},
		lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: lclass.L2(1)},
		lclass.OneVsRest{Of: lclass.Logistic{}}, lclass.OneVsOne{Of: lclass.Logistic{}}, lclass.LDA{}, lclass.Firth{},
	}
}

func TestNoLabels(t *testing.T) {
	for name, d := range map[string]*lclass.Data{"nil": nil, "zero": {}} {
		equal(t, name, []int{len(d.Sets()), d.Subset(nil).K()}, make([]int, 2))
		equal(t, name, d.Labels() == nil, true)
		saysNoData(t, name+", SelectLabels", failure(d.SelectLabels("cat")))
		saysNoData(t, name+", MultiLabel", failure(lclass.MultiLabel{}.Fit(d)))
		saysNoData(t, name+", Accuracy", failure(byRule(lclass.MultiLabelOutput).Accuracy(d)))
	}
}

// Nil and the zero value of Model are no models, and say so.
func TestNoModel(t *testing.T) {
	d := threeClasses(t)
	for name, m := range map[string]*lclass.Model{"nil": nil, "zero": {}} {
		equal(t, name, m.HasProbability(), false)
		equal(t, name, len(m.Pairs())+len(m.RowNames()), 0)
		for method, f := range map[string]func(){
			"Line":      func() { m.Line() },
			"ScoresOne": func() { m.ScoresOne(nil) },
			"ProbaOne":  func() { m.ProbaOne(nil) },
			"VotesOne":  func() { m.VotesOne(nil) },
		} {
			panics(t, name, f, "lclass: "+method, "model is nil or empty")
		}
		panics(t, name, func() { m.PredictOne(nil) }, "model is nil or empty")
		panics(t, name, func() { m.AmbiguousOne(nil) }, "model is nil or empty")
		for method, err := range map[string]error{
			"Scores":     failure(m.Scores(d)),
			"Proba":      failure(m.Proba(d)),
			"Predict":    failure(m.Predict(d)),
			"Targets":    failure(m.Targets(d)),
			"Accuracy":   failure(m.Accuracy(d)),
			"ExactMatch": failure(m.Accuracy(pets(t))),
			"Reference":  failure(m.Reference("a")),
			"Summary":    failure(m.Summary(d)),
		} {
			if !errors.Is(err, lclass.ErrNoModel) {
				t.Errorf("%s, %s: %v", name, method, err)
			}
		}
	}
	fails(t, failure(json.Marshal(&lclass.Model{})), lclass.ErrNoModel)
	equal(t, "print", strings.Contains(lclass.Model{}.String(), "model is nil or empty"), true)
	equal(t, "print", fmt.Sprint((*lclass.Model)(nil)), "<nil>")
	fails(t, failure(lclass.Logistic{Start: &lclass.Model{}}.Fit(irisData(t, true))), lclass.ErrStart)
	fails(t, failure(lclass.MultiLabel{Start: &lclass.Model{}}.Fit(pets(t))), lclass.ErrStart)
}

func TestNoDensities(t *testing.T) {
	panics(t, "nil", func() { (*lclass.Densities)(nil).Covariance(0) }, "lclass: Covariance", "model is nil or empty")
	panics(t, "zero", func() { new(lclass.Densities).Covariance(0) }, "lclass: Covariance", "model is nil or empty")
	for name, m := range map[string]*lclass.Model{"nil": nil, "zero": {}, "no densities in it": {Densities: &lclass.Densities{}}} {
		equal(t, name, m.HasProbability(), false)
	}
}

// What a model of densities has no weights for says so.
func TestDensitiesHaveNoWeights(t *testing.T) {
	d := irisData(t, false)
	m, err := lclass.QDA{}.Fit(d)
	must(t, m, err)
	for name, err := range map[string]error{
		"Summary":   failure(m.Summary(d)),
		"Bootstrap": failure(lclass.Bootstrap{Replicates: 100}.Of(lclass.QDA{}, d)),
		"RawUnits":  failure(m.RawUnits()),
		"Reference": failure(m.Reference("setosa")),
		"Start":     failure(lclass.Softmax{Start: m}.Fit(d)),
		"parts":     failure(lclass.OneVsRest{Of: lclass.QDA{}}.Fit(d)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	panics(t, "Line", func() { m.Line() }, "no weights")
	if err := failure(m.Summary(d)); !errors.Is(err, lclass.ErrNoLikelihood) {
		t.Errorf("Summary: %v", err)
	}
}

// Models may be written by hand; their parts must go together.
func TestModelsThatDoNotFitTogether(t *testing.T) {
	d := threeClasses(t)
	for name, c := range map[string]struct {
		change func(m *lclass.Model)
		want   error
	}{
		"B":        {func(m *lclass.Model) { m.B = m.B[:2] }, &invalid.LengthError{Of: "values of Model.B", Have: 2, Want: 3}},
		"features": {func(m *lclass.Model) { m.Features = m.Features[:1] }, &invalid.LengthError{Of: "names in Model.Features", Have: 1, Want: 2}},
		"classes":  {func(m *lclass.Model) { m.Classes = m.Classes[:2] }, &lclass.SettingError{Setting: "Model.Output", Value: lclass.SoftmaxOutput}},
		"output":   {func(m *lclass.Model) { m.Output = 99 }, &lclass.SettingError{Setting: "Model.Output", Value: 99}},
	} {
		m := byRule(lclass.SoftmaxOutput)
		c.change(m)
		fails(t, failure(m.Predict(d)), c.want)
		fails(t, failure(json.Marshal(m)), c.want)
		contains(t, m.String(), failure(m.Predict(d)).Error())
		panics(t, name, func() { m.ProbaOne([]float64{1, 2}) }, unprefixed(failure(m.Predict(d))))
	}
	for name, c := range map[string]struct {
		change func(m *lclass.Model)
		want   error
	}{
		"std":      {func(m *lclass.Model) { m.Densities.Std = mat.NewDense(1, 3, nil) }, &invalid.LengthError{Of: "rows of standard deviations", Have: 1, Want: 2}},
		"features": {func(m *lclass.Model) { m.Features = m.Features[:1] }, &invalid.LengthError{Of: "names in Model.Features", Have: 1, Want: 3}},
		"priors":   {func(m *lclass.Model) { m.Densities.Priors = m.Densities.Priors[:1] }, &invalid.LengthError{Of: "priors", Have: 1, Want: 2}},
		"factors":  {func(m *lclass.Model) { m.Densities.Factors = m.Densities.Factors[:1] }, &invalid.LengthError{Of: "factors", Have: 1, Want: 2}},
	} {
		m := models()["density"]
		c.change(m)
		fails(t, failure(m.Predict(d)), c.want)
		fails(t, failure(json.Marshal(m)), c.want)
		panics(t, name, func() { m.ProbaOne([]float64{1, 2, 3}) }, unprefixed(failure(m.Predict(d))))
	}
	m := byRule(lclass.SigmoidOutput)
	m.Features = nil
	equal(t, "without names", m.PredictOne([]float64{2, 0}), 1)
	equal(t, "they print as x1 …", strings.Contains(m.String(), "x2"), true)
	named, err := d.WithFeatures("a", "b")
	must(t, named, err)
	fails(t, failure(m.Predict(named)), &lclass.ColumnError{Missing: []string{"x1", "x2"}, Have: []string{"a", "b"}})
	fails(t, failure(json.Marshal(m)), &lclass.NameError{})
}

func TestNoMatrix(t *testing.T) {
	var none *mat.Dense
	for _, x := range []mat.Matrix{nil, none} {
		fails(t, failure(lclass.FromMatrix(x, nil, nil)), &lclass.SettingError{Setting: "matrix of features"})
		fails(t, failure(lclass.RegressionFromMatrix(x, nil)), &lclass.SettingError{Setting: "matrix of features"})
		fails(t, failure(lclass.FromLabels(x, []string{})), &lclass.SettingError{Setting: "matrix of features"})
		fails(t, failure(lclass.FromSets(x, slices.Repeat([][]string{{"a"}}, 2))), &lclass.SettingError{Setting: "matrix of features"})
		fails(t, failure(threeClasses(t).WithLabels(x, []string{"cat"})), &lclass.SettingError{Setting: "matrix of labels"})
	}
}
