package validate_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/calibrate"
	"linclass/lclass/decide"
	"linclass/lclass/metric"
	"linclass/lclass/validate"
)

// virginica is iris with two classes that overlap.
func virginica(t *testing.T) *lclass.Data {
	t.Helper()
	return lclass.Must(iris(t).Positive("virginica"))
}

func calibratedOf(of lclass.Estimator) validate.Calibrated[*lclass.Model] {
	return validate.Calibrated[*lclass.Model]{Of: of}
}

// Out of fold scores of each sample by hand give the map and the model.
func TestCalibratedByHand(t *testing.T) {
	d := virginica(t)
	d = lclass.Must(d.WithClassWeight(map[string]float64{"virginica": 3}))
	svm := lclass.LinearSVM{Penalty: lclass.L2(0.01)}
	z := make([]float64, d.N())
	for _, f := range lclass.Must(fiveFolds.Split(d)) {
		m := lclass.Must(svm.Fit(d.Subset(f.Train)))
		for j, v := range mat.Col(nil, 0, lclass.Must(m.Scores(d.Subset(f.Test)))) {
			z[f.Test[j]] = v
		}
	}
	sigmoid := lclass.Must(calibrate.FitPlatt(d.T(), z, d.SampleWeight()))
	all := lclass.Must(svm.Fit(d))
	want := calibrate.Apply(sigmoid, mat.Col(nil, 0, lclass.Must(all.Scores(d))))
	m := lclass.Must(calibratedOf(svm).Fit(d))
	near(t, "probability", mat.Col(nil, 1, lclass.Must(m.Proba(d))), want, 1e-12)
	near(t, "score", mat.Col(nil, 0, lclass.Must(m.Scores(d))), want, 1e-12)
}

// It is a learner of classifiers with and without probabilities, and of pipelines.
func TestCalibratedLearners(t *testing.T) {
	steps := []lclass.Preparation{lclass.Standardize{}}
	for name, c := range map[string]struct {
		d  *lclass.Data
		of lclass.Estimator
	}{
		"SVM":         {virginica(t), lclass.LinearSVM{Penalty: lclass.L2(0.01)}},
		"perceptron":  {virginica(t), lclass.Perceptron{}},
		"one vs rest": {iris(t), lclass.OneVsRest{Of: lclass.LinearSVM{Penalty: lclass.L2(0.01)}}},
		"softmax":     {iris(t), lclass.Softmax{Penalty: lclass.L2(0.01)}},
		"pipeline":    {iris(t), lclass.Pipeline{Prepare: steps, Of: lclass.OneVsRest{Of: lclass.LinearSVM{Penalty: lclass.L2(0.01)}}}},
		"raw":         {passengers(t), lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}}, Of: lclass.LinearSVM{Penalty: lclass.L2(0.1)}}},
	} {
		for _, ensemble := range []bool{false, true} {
			for how, by := range map[string]calibrate.Fit{"sigmoid": nil, "steps": calibrate.Steps} {
				l := calibratedOf(c.of)
				l.By, l.Ensemble = by, ensemble
				name := fmt.Sprintf("%s, %s, ensemble %v", name, how, ensemble)
				v, err := validate.CrossValidate(c.d, validate.KFold{K: 3, Stratify: true}, l, validate.Brier, validate.Accuracy, validate.AUC)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				// Shares of the classes have a Brier score of K−1 over K, or p(1−p) for two.
				chance := lclass.Must(validate.CrossValidate(c.d, validate.KFold{K: 3, Stratify: true}, validate.Dummy{}, validate.Brier)).Mean()
				if !(v.Mean() < 0.9*chance && v.Scores[2].Mean() > 0.7) {
					t.Errorf("%s: %v, by chance %v", name, v, chance)
				}
				m := lclass.Must(l.Fit(c.d))
				p := lclass.Must(m.Proba(c.d))
				for i := range c.d.N() {
					if sum := mat.Sum(p.RowView(i)); math.Abs(sum-1) > 1e-12 || mat.Min(p.RowView(i)) < 0 {
						t.Errorf("%s: probabilities %v", name, p.RawRowView(i))
					}
				}
				var back validate.CalibratedModel[*lclass.Model]
				if err := json.Unmarshal(lclass.Must(json.Marshal(m)), &back); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if !mat.Equal(lclass.Must(back.Proba(c.d)), p) || back.String() != m.String() {
					t.Errorf("%s: after JSON\n%s\nbefore\n%s", name, &back, m)
				}
			}
		}
	}
}

func TestCalibratedInSearches(t *testing.T) {
	d := virginica(t)
	s := lclass.Must(validate.GridSearch(d, fiveFolds, []float64{1, 0.01}, func(λ float64) validate.Learner[*validate.CalibratedModel[*lclass.Model]] {
		return calibratedOf(lclass.LinearSVM{Penalty: lclass.L2(λ)})
	}, validate.LogLoss))
	if s.Best != 0.01 || s.Model == nil {
		t.Errorf("%v", s)
	}
	p := lclass.Must(validate.CrossPredict(d, fiveFolds, calibratedOf(lclass.LinearSVM{Penalty: lclass.L2(0.01)})))
	if e := metric.Brier(d.T(), mat.Col(nil, 1, p.Proba), nil); e > 0.05 {
		t.Errorf("Brier score %v out of fold", e)
	}
	grid := func(θ float64) validate.Learner[*validate.TunedModel[*lclass.Model]] {
		return validate.Tuned[*lclass.Model]{Of: lclass.LDA{}, Choose: func(r *metric.Ranking) (decide.Choice, error) { return decide.ForRecall(r, θ) }}
	}
	found := lclass.Must(validate.GridSearch(d, fiveFolds, []float64{0.5, 0.95}, grid, validate.Accuracy))
	if found.Best != 0.95 {
		t.Errorf("%v", found)
	}
}

// Models of Gauss have scores of two classes and probabilities of more.
func TestCalibratedGauss(t *testing.T) {
	for _, d := range []*lclass.Data{virginica(t), iris(t)} {
		l := validate.Calibrated[*lclass.Model]{Of: lclass.NaiveBayes{}}
		v := lclass.Must(validate.CrossValidate(d, validate.Options{Folds: fiveFolds, Models: true}, l, validate.Accuracy))
		if v.Mean() < 0.9 || !strings.Contains(v.Models[0].String(), "calibrated probabilities of") {
			t.Errorf("%v\n%v", v, v.Models[0])
		}
	}
}

func TestCalibratedErrors(t *testing.T) {
	d, two := iris(t), virginica(t)
	numbers := lclass.Must(lclass.RegressionFromMatrix(mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6}), []float64{1.5, 2, 3, 4, 5, 6}))
	with := func(change func(*validate.Calibrated[*lclass.Model])) validate.Calibrated[*lclass.Model] {
		l := calibratedOf(lclass.LDA{})
		change(&l)
		return l
	}
	type l = validate.Calibrated[*lclass.Model]
	failed := errors.New("failed")
	for name, c := range map[string]struct {
		d    *lclass.Data
		of   l
		fold int
		want error
	}{
		"nothing":      {d, l{}, 1, &lclass.SettingError{Setting: "learner"}},
		"no samples":   {&lclass.Data{}, calibratedOf(lclass.LDA{}), 0, lclass.ErrNoSamples},
		"numbers":      {numbers, calibratedOf(lclass.LinearRegression{}), 0, &lclass.SettingError{Setting: "Stratify", Value: true}},
		"pairs":        {d, calibratedOf(lclass.OneVsOne{Of: lclass.Perceptron{}}), 1, validate.ErrPairs},
		"classes":      {d, calibratedOf(lclass.LinearRegression{}), 1, &invalid.TargetError{Target: "species", Want: "numbers"}},
		"no partition": {d, with(func(c *l) { c.Folds = validate.Split{} }), 0, &lclass.SettingError{Setting: "Calibrated: number of test sets with sample 0", Value: 0}},
		"no map":       {two, with(func(c *l) { c.By = func([]int, []float64, []float64) (calibrate.Map, error) { return nil, failed } }), 0, failed},
		"no map of a fold": {d, with(func(c *l) {
			c.Ensemble, c.By = true, func([]int, []float64, []float64) (calibrate.Map, error) { return nil, failed }
		}), 0, failed},
		"sorted": {d, with(func(c *l) { c.Folds = validate.KFold{K: 3} }), 1, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "species", Value: "setosa", Want: []string{"versicolor", "virginica"}}},
	} {
		m, err := c.of.Fit(c.d)
		if err == nil || m != nil || foldOf(err) != c.fold || !errtest.Is(err, c.want) {
			t.Errorf("%s: error %v, want %#v of fold %d", name, err, c.want, c.fold)
		}
		begins(t, err, "validate: Calibrated: ")
	}
	// One split is enough for an ensemble.
	m := lclass.Must(with(func(c *l) { c.Ensemble, c.Folds = true, validate.Split{Seed: 1, Stratify: true} }).Fit(two))
	if text := m.String(); strings.Contains(text, "the mean of") {
		t.Errorf("one part prints %s", text)
	}
}

// Nil, the zero value, and what contradicts itself are no models.
func TestNoCalibratedModel(t *testing.T) {
	d := virginica(t)
	good := lclass.Must(calibratedOf(lclass.LDA{}).Fit(d))
	type model = validate.CalibratedModel[*lclass.Model]
	for _, m := range []*model{nil, {}, validate.CalibratedOf[*lclass.Model](good, nil)} {
		_, proba := m.Proba(d)
		_, scores := m.Scores(d)
		_, predict := m.Predict(d)
		_, targets := m.Targets(d)
		for _, err := range []error{proba, scores, predict, targets} {
			fails(t, err, validate.ErrNoFit)
			begins(t, err, "validate: ")
		}
		if m.HasProbability() || m.String() != "no calibrated model\n" {
			t.Errorf("%v has probabilities", m)
		}
	}
	if _, err := json.Marshal(model{}); err == nil {
		t.Error("the zero value marshals")
	}
	text := string(lclass.Must(json.Marshal(good)))
	for change, at := range map[[2]string]string{
		{"validate.CalibratedModel", "lclass.Model"}:                                                           "$.format",
		{`"format":"validate.CalibratedModel","version":1`, `"format":"validate.CalibratedModel","version":2`}: "$.version",
		{`"Calibration":"Platt"`, `"Calibration":"spline"`}:                                                    "$.parts[0].maps[0].Calibration",
		{`{"Calibration":"Platt"`, `{"Calibration":"one-vs-rest"`}:                                             "$.parts[0].maps[0].A",
		{`"maps":[`, `"maps":[{"Calibration":"Platt","Version":1},`}:                                           "$.parts[0].maps[0].A",
		{`"classes":["not virginica","virginica"],"parts"`, `"classes":["a","b"],"parts"`}:                     "$.parts[0].model.classes",
		{`"parts":[{`, `"parts":[{"model":7},{`}:                                                               "$.parts[0].model",
		{`"parts":[`, `"parts":7,"were":[`}:                                                                    "$.parts",
	} {
		changed := strings.Replace(text, change[0], change[1], 1)
		if changed == text {
			t.Errorf("%q is not in %s", change[0], text)
		}
		var m model
		if err := json.Unmarshal([]byte(changed), &m); placeOf(err) != at || m.HasProbability() {
			t.Errorf("%q: error %v, want one at %s", change, err, at)
		}
	}
	// Scores that have changed their number.
	good = validate.CalibratedOf(good, lclass.Must(lclass.LDA{}.Fit(iris(t))))
	_, err := good.Proba(d)
	fails(t, err, &invalid.LengthError{Of: "maps", Have: 1, Want: 3})
	if _, err := good.Proba(d.Subset(nil)); err == nil {
		t.Error("no samples have probabilities")
	}
}

// dealt are folds of one's own.
type dealt []validate.Fold

func (f dealt) Split(*lclass.Data) ([]validate.Fold, error) { return f, nil }

// Every training set needs all classes: QDA learns those that it is shown.
func TestCalibratedNeedsAllClasses(t *testing.T) {
	l := validate.Calibrated[*lclass.Model]{Of: lclass.QDA{}, Ensemble: true}
	upTo := func(n int) []int {
		index := make([]int, n)
		for i := range index {
			index[i] = i
		}
		return index
	}
	l.Folds = dealt{{Train: upTo(90), Test: []int{98, 99}}, {Train: upTo(140), Test: []int{149}}}
	_, err := l.Fit(iris(t))
	fails(t, err, validate.ErrAbsent, "every training set needs all of them")
}

// half is a map of one's own.
type half struct{}

func (half) Probability(float64) float64 { return 0.5 }
func (half) String() string              { return "½" }

// foreign is a model of which this package knows nothing but its scores.
type foreign struct{ m *lclass.Model }

func (f foreign) Predict(d *lclass.Data) (lclass.Prediction, error) { return f.m.Predict(d) }
func (f foreign) Targets(d *lclass.Data) ([]int, error)             { return f.m.Targets(d) }
func (f foreign) Scores(d *lclass.Data) (*mat.Dense, error)         { return f.m.Scores(d) }
func (l foreignLearner) Fit(d *lclass.Data) (foreign, error) {
	m, err := l.of.Fit(d)
	return foreign{m}, err
}

type foreignLearner struct{ of lclass.Estimator }

// Learners and maps may come from elsewhere.
func TestCalibratedForeign(t *testing.T) {
	d := virginica(t)
	m := lclass.Must(validate.Calibrated[foreign]{Of: foreignLearner{lclass.LDA{}}, By: func([]int, []float64, []float64) (calibrate.Map, error) { return half{}, nil }}.Fit(d))
	if p := lclass.Must(m.Proba(d)); p.At(0, 0) != 0.5 || !strings.Contains(m.String(), "P(virginica) = ½\n") || lclass.Must(m.Predict(d)).Class[0] != 0 {
		t.Errorf("%v %v", m, p.RawRowView(0))
	}
	p := lclass.Must(validate.CrossPredict(d, fiveFolds, validate.Tuned[foreign]{Of: foreignLearner{lclass.LDA{}}}))
	if p.Proba != nil || metric.Accuracy(d.T(), p.Y, nil) < 0.9 {
		t.Errorf("accuracy %v", metric.Accuracy(d.T(), p.Y, nil))
	}
	tuned := lclass.Must(validate.Tuned[foreign]{Of: foreignLearner{lclass.LDA{}}}.Fit(d))
	if _, err := tuned.Proba(d); err == nil || tuned.HasProbability() || lclass.Must(validate.Report(tuned, d)).Confusion.Classes[1] != "virginica" {
		t.Errorf("error %v", err)
	}
}

// An interrupted prediction has the folds that were done.
func TestCrossPredictKeepsWhatItHas(t *testing.T) {
	d := iris(t)
	failed := errors.New("failed")
	last := lclass.Must(fiveFolds.Split(d))[4]
	l := spy{lclass.LDA{}, func(train *lclass.Data) error {
		if train.At(0, 0) == d.At(last.Train[0], 0) && train.At(train.N()-1, 0) == d.At(last.Train[119], 0) && train.At(train.N()-1, 2) == d.At(last.Train[119], 2) {
			return failed
		}
		return nil
	}}
	p, err := validate.CrossPredict(d, fiveFolds, l)
	var fold *validate.FoldError
	if !errors.As(err, &fold) || fold.Fold != 5 || !errors.Is(err, failed) || p == nil {
		t.Fatalf("%v, error %v", p, err)
	}
	for i, y := range p.Y {
		if held := i%50 >= 40; (y < 0) != held || math.IsNaN(p.Proba.At(i, 0)) != held {
			t.Errorf("sample %d is %d with %v", i, y, p.Proba.RawRowView(i))
		}
	}
	numbers := lclass.Must(lclass.RegressionFromMatrix(mat.NewDense(4, 1, []float64{1, 2, 3, 4}), []float64{1.5, 2, 3, 4}))
	r, err := validate.CrossPredict(numbers, validate.KFold{K: 2}, spy{lclass.LinearRegression{}, func(train *lclass.Data) error {
		if train.At(0, 0) == 1 {
			return failed
		}
		return nil
	}})
	if err == nil || math.IsNaN(r.Number[0]) || !math.IsNaN(r.Number[3]) {
		t.Errorf("%v, error %v", r, err)
	}
}

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
